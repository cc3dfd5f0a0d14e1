/** What every editor page offers to the benchmark as `window.huabenBench`. */
export interface BenchEditor {
  /** Builds the editor from Manuscript HTML. */
  mount(html: string): void;
  /** The cursor in the middle of the middle paragraph, in view. */
  focusMiddle(): void;
  /** The text, paragraphs joined by line feeds. */
  text(): string;
}

/** The clock in the page. */
export interface Probe {
  /** Mounts the chapter; milliseconds until the task after the next frame. */
  load(): Promise<number>;
  /** From now on keys are timed. */
  start(): void;
  /** Milliseconds of the key that was pressed last, once its change is on screen. */
  key(): Promise<number>;
}

declare global {
  interface Window {
    huabenBench?: BenchEditor;
    benchProbe?: Probe;
    benchHtml?: string;
  }
}
