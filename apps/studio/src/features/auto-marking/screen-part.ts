import type { UrlPatch } from '../../lib/use-url-state.ts';
import type { MarkingAddress } from './marking-view.ts';

/** What every part of the screen is given. */
export interface ScreenPart {
  readonly novelId: string;
  /** The chapter that the screen was opened for. */
  readonly chapterId: string | null;
  readonly address: MarkingAddress;
  readonly change: (patch: UrlPatch) => void;
  readonly mayMark: boolean;
}
