import type { DiscoveredName, Suggestion } from '@huaben/casting';
import type { LineInfo, LineStats } from '@huaben/manuscript';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { SaveState } from '../manuscript-save/index.ts';

/** mark: keys mark and nothing types; type: keys type. */
export type DeskMode = 'mark' | 'type';

/** Everything that the desk shows beside the text itself. */
export type DeskState = {
  readonly mode: DeskMode;
  readonly line: LineInfo | null;
  readonly stats: LineStats;
  /** Place of each role's first line among the lines. */
  readonly firstLine: ReadonlyMap<string, number>;
  readonly suggestions: ReadonlyMap<string, Suggestion>;
  /** Lines that 采纳高可信 would mark. */
  readonly sure: number;
  readonly discovered: readonly DiscoveredName[];
  readonly casting: 'working' | 'ready' | 'failed';
  readonly save: SaveState;
  readonly draftRefused: boolean;
  /** Said to screen readers, and shown for a moment. */
  readonly news: string;
};

/** The store of one desk. */
export type DeskStore = StoreApi<DeskState>;

/** A store for a desk that has just been opened. */
export function createDeskStore(initial: Pick<DeskState, 'stats' | 'save'>): DeskStore {
  return createStore<DeskState>(() => ({
    mode: 'mark',
    line: null,
    firstLine: new Map(),
    suggestions: new Map(),
    sure: 0,
    discovered: [],
    casting: 'working',
    draftRefused: false,
    news: '',
    ...initial,
  }));
}
