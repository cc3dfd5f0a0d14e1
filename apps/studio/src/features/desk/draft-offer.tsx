import { parseManuscript } from '@huaben/manuscript';
import { Button, Modal } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import {
  CompareDialog,
  compareManuscripts,
  comparisonText,
  draftPlace,
  draftsOf,
  forgetDraft,
} from '../manuscript-save/index.ts';
import type { Draft } from '../manuscript-save/index.ts';
import type { LiveDesk } from './use-desk.ts';

const everyVersion = Number.POSITIVE_INFINITY;

function readDraft(html: string) {
  try {
    return parseManuscript(html);
  } catch {
    return null;
  }
}

/** Offers what this machine kept of an earlier visit and the server never got. */
export function DraftOffer(props: {
  desk: LiveDesk;
  userId: string;
  chapterId: string;
  html: string;
  revision: number;
}) {
  const { desk, userId, chapterId, html } = props;
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [comparing, setComparing] = useState(false);
  useEffect(() => {
    let wanted = true;
    draftsOf(draftPlace(userId, chapterId))
      .then(async (found) => {
        const useful = found.filter((draft) => draft.key !== desk.saver.draftKey);
        for (const draft of useful) if (draft.html === html) await forgetDraft(draft.key, everyVersion);
        if (wanted) setDrafts(useful.filter((draft) => draft.html !== html));
      })
      // Without storage there are no drafts to offer.
      .catch(() => undefined);
    return () => void (wanted = false);
  }, [desk, userId, chapterId, html]);

  const draft = drafts[0];
  const texts = useMemo(() => {
    const kept = draft === undefined ? null : readDraft(draft.html);
    const stored = readDraft(html);
    return kept === null || stored === null ? null : { kept: kept.doc, stored: stored.doc };
  }, [draft, html]);
  if (draft === undefined) return null;

  const next = () => {
    setComparing(false);
    setDrafts((all) => all.slice(1));
    desk.focus();
  };
  const discard = () => {
    void forgetDraft(draft.key, everyVersion);
    next();
  };
  const restore = () => {
    desk.putHtml(draft.html);
    // The old draft goes only when this page's own draft of the same text is safe.
    void desk.saver.flushDraft().then(() => forgetDraft(draft.key, everyVersion));
    desk.saver.save();
    next();
  };
  const footer = (
    <>
      <Button danger onClick={discard}>
        丢弃
      </Button>
      {!comparing && texts !== null && <Button onClick={() => setComparing(true)}>对照</Button>}
      <Button type="primary" disabled={texts === null} onClick={restore}>
        恢复
      </Button>
    </>
  );
  if (comparing && texts !== null)
    return (
      <CompareDialog
        title="本机草稿与服务器上的稿件"
        leftTitle="服务器上的"
        rightTitle="本机草稿"
        left={texts.stored}
        right={texts.kept}
        footer={footer}
        close={() => setComparing(false)}
      />
    );
  return (
    <Modal open centered closable={false} title="有一份没保存的草稿" footer={footer}>
      <p>{new Date(draft.writtenAt).toLocaleString('zh-CN')} 在这台机器上写下，没有来得及存到服务器。</p>
      <p>
        与服务器上的相比：
        {texts === null
          ? '草稿已损坏，无法恢复'
          : comparisonText(compareManuscripts(texts.stored, texts.kept))}
        。{draft.baseRevision !== props.revision && '草稿写下之后，服务器上的稿件又更新过，请先对照。'}
      </p>
    </Modal>
  );
}
