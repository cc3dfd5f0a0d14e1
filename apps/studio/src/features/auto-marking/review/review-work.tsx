import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { failureText } from '../../../lib/api.ts';
import { useNarrow } from '../../../lib/narrow.ts';
import { EmptyState, ErrorState, SkeletonRows, toast } from '../../../ui/index.ts';
import type { Role } from '../../cast/index.ts';
import { count } from '../marking-words.ts';
import type { Chapter, ReviewPage } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { markingPath } from '../use-start.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { ReviewDetail } from './review-detail.tsx';
import { ReviewFilters } from './review-filters.tsx';
import { reviewKeyWords } from './review-keys.ts';
import type { ReviewCommand } from './review-keys.ts';
import { ReviewList } from './review-list.tsx';
import { currentOf } from './review-queue.ts';
import type { ReviewSession } from './review-session.ts';
import { RolePick } from './role-pick.tsx';
import { firstPageQuery } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';

const addressMs = 400;
/** So many lines before the end of a chapter, the next one is fetched. */
const nextChapterAhead = 12;

/** The queue of one filter: list, line, keys. On a phone the list leads to the line. */
export function ReviewWork(
  props: ScreenPart & {
    readonly roles: readonly Role[];
    readonly mayCreate: boolean;
    readonly session: ReviewSession;
    /** Open lines of every chapter. */
    readonly chapters: ReviewPage['chapters'];
    /** Every chapter, in reading order. */
    readonly book: readonly Pick<Chapter, 'id'>[];
    readonly onAccepted: () => void;
  },
) {
  const { novelId, address, change, session, mayMark, chapters } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const shown = useStore(session.store);
  const { queue, open } = shown;
  const [dialog, setDialog] = useState<'search' | 'accept' | null>(null);
  const item = currentOf(queue);
  const oneLine = narrow && address.at !== null && item !== null;
  const next = nextChapter(chapters, props.book, address.chapter);

  useEffect(() => {
    // On a phone the line in the address means that it is open.
    if (queue.at === null || (narrow && address.at === null) || queue.at === address.at) return;
    const timer = setTimeout(() => change({ at: queue.at }), addressMs);
    return () => clearTimeout(timer);
  }, [queue.at, address.at, narrow, change]);
  const list = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(true);
  const isReady = shown.state === 'ready';
  useEffect(() => {
    // The keys decide at once, not only after a way through the filters.
    if (!isReady || !wantsFocus.current || narrow) return;
    wantsFocus.current = false;
    list.current?.focus();
  }, [isReady, narrow, session]);
  const nextId = next?.chapterId ?? null;
  const nearEnd = shown.state === 'ready' && address.chapter !== null && open <= nextChapterAhead;
  useEffect(() => {
    if (nearEnd && nextId !== null) void client.prefetchQuery(firstPageQuery(novelId, nextId, address.order));
  }, [nearEnd, nextId, novelId, address.order, client]);

  const filter = async (patch: { chapter?: string | null; order?: string | null }) => {
    await session.flush();
    if (session.store.getState().unsent > 0) return toast.error('还有决定没有保存，保存之后再换');
    wantsFocus.current = true;
    change({ ...patch, at: null });
  };
  const goOn = () => {
    if (nextId !== null) void filter({ chapter: nextId });
  };
  const run = (command: ReviewCommand) => {
    if (command.do === 'move') return session.move(command.steps);
    if (command.do === 'skip') return session.skip();
    if (!mayMark) return session.tell('只读，不能标注');
    switch (command.do) {
      case 'take': {
        if (item === null) return goOn();
        const candidate = item.candidates[command.index];
        if (candidate?.roleId === null && !props.mayCreate)
          return session.tell('没有角色管理权限，不能新建角色');
        return void session.take(command.index);
      }
      case 'narrate':
        return session.narrate();
      case 'search':
        return item === null ? undefined : setDialog('search');
      case 'undo':
        return session.undo();
    }
  };
  useReviewKeys(dialog === null, run);
  const actions = {
    take: (index: number) => run({ do: 'take', index }),
    narrate: () => run({ do: 'narrate' }),
    search: () => run({ do: 'search' }),
    skip: () => run({ do: 'skip' }),
    undo: () => run({ do: 'undo' }),
  };

  return (
    <section className="review" aria-label="待确认">
      {!oneLine && (
        <ReviewFilters
          address={address}
          chapters={chapters}
          open={open}
          mayMark={mayMark}
          onFilter={(patch) => void filter(patch)}
          onAccept={() => void session.flush().then(() => setDialog('accept'))}
        />
      )}
      {shown.saveError !== null && (
        <div className="bar" role="alert">
          <span>
            {count(shown.unsent)} 行没有保存：{failureText(shown.saveError)}
          </span>
          <Button size="small" onClick={() => void session.flush()}>
            重试
          </Button>
        </div>
      )}
      {shown.refused.map(({ chapterId, name, reason }) => (
        <div key={chapterId} className="bar" role="alert">
          <span>
            「{name}」的决定没有保存，已放回待确认：{reason}
          </span>
        </div>
      ))}
      {shown.state === 'loading' && <SkeletonRows rows={8} height={56} />}
      {shown.state === 'failed' && (
        <ErrorState error={shown.error} retry={() => void session.load(address.at)} />
      )}
      {shown.state === 'ready' && item === null && (
        <EmptyState
          title={address.chapter === null ? '全部确认完了' : '这一章确认完了'}
          hint={
            next === null
              ? '没有待确认的台词。可以去画本台通读一遍，或者再画别的章节。'
              : `下一章「${next.chapterName}」还有 ${count(next.open)} 行，按 Enter 接着做。`
          }
          action={
            next === null ? (
              <Button onClick={() => void navigate(`${markingPath(novelId, props.chapterId)}?view=chapters`)}>
                再画别的章节
              </Button>
            ) : (
              <Button type="primary" onClick={goOn}>
                下一章
              </Button>
            )
          }
        />
      )}
      {shown.state === 'ready' && item !== null && (
        <div className="review-body">
          {!oneLine && (
            <ReviewList
              list={list}
              queue={queue}
              skipped={shown.skipped}
              onStand={(key) => {
                session.stand(key);
                if (narrow) change({ at: key });
              }}
            />
          )}
          {(!narrow || oneLine) && (
            <div className="review-side">
              {oneLine && (
                <Button className="review-back" type="link" onClick={() => change({ at: null })}>
                  返回列表（还有 {count(open)} 行）
                </Button>
              )}
              <ReviewDetail
                novelId={novelId}
                item={item}
                roles={props.roles}
                mayMark={mayMark}
                mayCreate={props.mayCreate}
                undoable={shown.undoable}
                actions={actions}
              />
            </div>
          )}
        </div>
      )}
      <footer className="review-foot">
        <span className={shown.unsent > 0 ? 'review-save' : 'review-save is-saved'}>
          {shown.unsent > 0 ? `${count(shown.unsent)} 行正在保存` : '已保存'}
        </span>
        <span className="review-news" role="status">
          {shown.news}
        </span>
        {!narrow && (
          <span className="review-keys" aria-label="快捷键">
            {reviewKeyWords.map(([key, words]) => (
              <span key={key}>
                <kbd>{key}</kbd> {words}
              </span>
            ))}
          </span>
        )}
      </footer>
      {dialog === 'search' && (
        <RolePick
          novelId={novelId}
          roles={props.roles}
          mayCreate={props.mayCreate}
          onMade={(name, roleId) => session.roleMade(name, roleId)}
          onPick={(roleId) => {
            setDialog(null);
            session.assign(roleId);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'accept' && (
        <AcceptDialog
          novelId={novelId}
          chapterId={address.chapter}
          onClose={() => setDialog(null)}
          onDone={(words) => {
            setDialog(null);
            session.tell(words);
            props.onAccepted();
          }}
        />
      )}
    </section>
  );
}

/** The next chapter with open lines behind the one that is reviewed; around the end of the book. */
function nextChapter(
  open: ReviewPage['chapters'],
  book: readonly Pick<Chapter, 'id'>[],
  chapterId: string | null,
) {
  if (chapterId === null) return null;
  const place = new Map(book.map(({ id }, index) => [id, index]));
  const placeOf = (id: string) => place.get(id) ?? 0;
  const others = open.filter((chapter) => chapter.chapterId !== chapterId && chapter.open > 0);
  return others.find((chapter) => placeOf(chapter.chapterId) > placeOf(chapterId)) ?? others[0] ?? null;
}
