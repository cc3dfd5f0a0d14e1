import { createHash } from 'node:crypto';
import { narrationClassName } from '@huaben/contract';
import { parseManuscript, segmentsOf } from '@huaben/manuscript';
import type { LineKind, SpokenSegment } from '@huaben/manuscript';
import { gapAfterMs } from '@huaben/sound';
import type { PauseSegment } from '@huaben/sound';

/** How one role of the cast speaks; narration has the id noLine. */
export interface CastVoice {
  readonly roleId: string;
  readonly name: string;
  /** Wire id of the voice, or empty. */
  readonly voiceId: string;
  /** Factor of speed. */
  readonly rate: number;
  /** Semitones. */
  readonly pitch: number;
}

/** One piece to be spoken, complete: what, by which voice, where it stands in the text, the silence behind it. */
export interface PlannedLine {
  /** Name of the sound in the novel's cache: equal hash, equal sound. */
  readonly hash: string;
  readonly text: string;
  readonly voiceId: string;
  readonly rate: number;
  readonly pitch: number;
  /** Role id, or noLine for narration. */
  readonly roleId: string;
  readonly lineId: string | null;
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
  readonly gapAfterMs: number;
}

/** Rises when the making of a segment changes so that cached sound must not be used again. */
const segmentFormat = 1;

/** Who reads a piece: narration, lines that nobody has yet and roles that no longer exist go to the narrator. */
function speakerOf(kind: LineKind, roleId: string | null, cast: ReadonlyMap<string, CastVoice>): string {
  return kind !== 'narration' && roleId !== null && cast.has(roleId) ? roleId : narrationClassName;
}

/** Names the sound of a text by a voice; readings of words will join the list of ingredients when they exist. */
function segmentHash(voice: CastVoice, text: string): string {
  const ingredients = [segmentFormat, voice.voiceId, voice.rate, voice.pitch, text, []];
  return createHash('sha256').update(JSON.stringify(ingredients)).digest('hex');
}

/** What sentences to the user call the narration role. */
export const narrationName = '旁白';

const silentNarrator: CastVoice = {
  roleId: narrationClassName,
  name: narrationName,
  voiceId: '',
  rate: 1,
  pitch: 0,
};

/**
 * Everything that a chapter's Manuscript HTML asks to be spoken, in reading order, by the voices of the cast.
 * Discarded roles speak as before. A speaker without a voice has lines with an empty `voiceId`.
 * @throws ManuscriptError when the text is not Manuscript HTML
 */
export function speakingPlan(html: string, cast: readonly CastVoice[]): PlannedLine[] {
  const voices = new Map(cast.map((voice) => [voice.roleId, voice]));
  const segments = segmentsOf(parseManuscript(html).doc);
  const speakers = segments.map(({ kind, roleId }) => speakerOf(kind, roleId, voices));
  return segments.map((segment, index) => {
    const roleId = speakers[index] ?? narrationClassName;
    const voice = voices.get(roleId) ?? silentNarrator;
    const { text, lineId, paragraph, from, to } = segment;
    const next = segments[index + 1];
    return {
      hash: segmentHash(voice, text),
      text,
      voiceId: voice.voiceId,
      rate: voice.rate,
      pitch: voice.pitch,
      roleId,
      lineId,
      paragraph,
      from,
      to,
      gapAfterMs: gapAfterMs(
        pauseSegment(segment, roleId, next),
        next ? pauseSegment(next, speakers[index + 1] ?? narrationClassName, segments[index + 2]) : null,
      ),
    };
  });
}

function pauseSegment(segment: SpokenSegment, roleId: string, next: SpokenSegment | undefined): PauseSegment {
  return {
    kind: segment.kind,
    roleId,
    endsParagraph: next?.paragraph !== segment.paragraph,
    ...(segment.pauseAfterMs === null ? {} : { pauseMs: segment.pauseAfterMs }),
  };
}

/** The speakers among the lines that cannot speak: without a voice, or with one that is not on offer (any more). */
export function speakersWithoutVoice(
  lines: readonly PlannedLine[],
  cast: readonly CastVoice[],
  isOffered: (voiceId: string) => boolean,
): { id: string; name: string }[] {
  const mute = new Set(lines.filter((line) => !isOffered(line.voiceId)).map((line) => line.roleId));
  const names = new Map([silentNarrator, ...cast].map((voice) => [voice.roleId, voice.name]));
  return [...mute].map((id) => ({ id, name: names.get(id) ?? '' }));
}

/** One line for each sound: the first that needs it. */
export function distinctSounds(lines: readonly PlannedLine[]): PlannedLine[] {
  const seen = new Set<string>();
  return lines.filter(({ hash }) => {
    if (seen.has(hash)) return false;
    seen.add(hash);
    return true;
  });
}
