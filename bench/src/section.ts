import type { Closing } from './closing.ts';

/** A table of figures; cells are Markdown. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A promise about speed: reached when the ratio is not above the limit. */
export interface Aim {
  readonly text: string;
  readonly ratio: number;
  readonly limit: number;
}

/** What one part of the benchmark found. */
export interface Findings {
  readonly title: string;
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
  readonly notes: readonly string[];
}

/** What a part works with. */
export interface Bench {
  readonly quick: boolean;
  readonly closing: Closing;
  /** A folder that is gone after the run. */
  readonly scratch: string;
  /** Where the server's log stays, so that a failure can be understood. */
  readonly serverLog: string;
  /** Keeps one sample in the raw log. */
  readonly keep: (sample: Readonly<Record<string, unknown>>) => void;
  /** A line of progress on the screen. */
  readonly say: (line: string) => void;
}

/** A part of the benchmark. */
export type Section = (bench: Bench) => Promise<Findings>;
