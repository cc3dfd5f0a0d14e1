import { chunkOfLine, lineAtMs, lineEndMs, planChunks } from './audio-timeline.ts';
import type { Chunk, TimedLine } from './audio-timeline.ts';

/** Pieces of about this length are fetched; long enough that cuts are rare, short enough to start quickly. */
const CHUNK_MS = 30_000;

/** The part of an audio element that the player uses. */
export interface Deck {
  src: string;
  currentTime: number;
  playbackRate: number;
  defaultPlaybackRate: number;
  preservesPitch: boolean;
  preload: string;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** What the player needs from the browser and the server. */
export interface PlayerPorts {
  /** Two sound outputs: one plays while the other gets ready. */
  readonly decks: readonly [Deck, Deck];
  readonly fetchPart: (versionId: string, from: number, to: number, signal: AbortSignal) => Promise<Blob>;
  readonly createUrl: (blob: Blob) => string;
  readonly revokeUrl: (url: string) => void;
}

/** A recording of a chapter in spoken lines. */
export interface Recording {
  readonly versionId: string;
  readonly lines: readonly TimedLine[];
  readonly totalMs: number;
}

/** What the screen shows; a new object whenever something in it changes. */
export interface PlayerState {
  readonly phase: 'empty' | 'paused' | 'loading' | 'playing' | 'failed';
  /** The line under the needle, -1 without a recording. */
  readonly line: number;
  readonly looping: boolean;
  readonly rate: number;
  readonly error: unknown;
}

interface Part {
  readonly url: Promise<string>;
  readonly abort: AbortController;
}

/**
 * Plays a chapter from pieces fetched as they are needed. The next piece waits in the second deck, so that
 * the change takes place inside the pause at which the pieces were cut. Every order given while an
 * earlier one is still loading replaces it.
 */
export class ChapterPlayer {
  private readonly ports: PlayerPorts;
  private recording: Recording | null = null;
  private chunks: Chunk[] = [];
  private readonly parts = new Map<number, Part>();
  /** Which deck plays, and which piece each deck holds. */
  private active: 0 | 1 = 0;
  private held: [number | null, number | null] = [null, null];
  /** Where the needle is while no sound is loaded there. */
  private targetMs = 0;
  private turn = 0;
  private loopLine = -1;
  /** Heard to the end: the next start begins anew. */
  private finished = false;
  private current: PlayerState = { phase: 'empty', line: -1, looping: false, rate: 1, error: null };
  private readonly listeners = new Set<() => void>();
  private readonly detach: (() => void)[] = [];

  constructor(ports: PlayerPorts) {
    this.ports = ports;
    ports.decks.forEach((deck, index) => {
      deck.preload = 'auto';
      deck.preservesPitch = true;
      this.listen(deck, 'ended', () => this.deckEnded(index));
      this.listen(deck, 'timeupdate', () => this.tick());
      this.listen(deck, 'error', () => this.deckFailed(index));
    });
  }

  readonly state = (): PlayerState => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Takes another recording, or none; what was playing plays on at the given moment of the new one. */
  open(recording: Recording | null, atMs: number): void {
    const wasPlaying = this.isRunning();
    this.finished = false;
    this.turn += 1;
    this.dropSound();
    this.recording = recording;
    this.chunks = recording === null ? [] : planChunks(recording.lines, recording.totalMs, CHUNK_MS);
    if (recording === null || recording.lines.length === 0) {
      this.set({ phase: 'empty', line: -1, error: null, looping: false });
      return;
    }
    this.place(atMs);
    this.set({ phase: 'paused', error: null });
    if (wasPlaying) void this.go(this.targetMs, true);
  }

  /** Stops, forgets all sound and lets go of the decks. */
  close(): void {
    this.turn += 1;
    this.dropSound();
    this.recording = null;
    for (const detach of this.detach) detach();
  }

  /** The needle in milliseconds from the start of the chapter. */
  positionMs(): number {
    const chunk = this.soundingChunk();
    if (chunk === null || this.current.phase === 'loading') return this.targetMs;
    return Math.min(chunk.startMs + this.deck().currentTime * 1000, chunk.endMs);
  }

  toggle(): void {
    if (this.isRunning()) this.pause();
    else this.play();
  }

  play(): void {
    if (this.recording === null || this.isRunning()) return;
    void this.go(this.finished ? 0 : this.positionMs(), true);
  }

  pause(): void {
    if (!this.isRunning()) return;
    this.targetMs = this.positionMs();
    this.turn += 1;
    this.deck().pause();
    this.set({ phase: 'paused' });
  }

  /** Moves the needle; plays on when it was playing. */
  seek(ms: number): void {
    if (this.recording === null) return;
    void this.go(ms, this.isRunning());
  }

  /** Plays a line from its beginning. */
  playLine(line: number): void {
    const start = this.recording?.lines[line]?.startMs;
    if (start !== undefined) void this.go(start, true);
  }

  /** Moves by lines; back goes to the beginning of this line first when it has already been heard for a while. */
  step(by: 1 | -1): void {
    const line = this.recording?.lines[this.current.line];
    if (line === undefined) return;
    const again = by === -1 && this.positionMs() - line.startMs > 1500;
    const target = this.recording?.lines[this.current.line + (again ? 0 : by)];
    if (target !== undefined) this.seek(target.startMs);
  }

  setRate(rate: number): void {
    for (const deck of this.ports.decks) {
      // A new source falls back to the default rate.
      deck.defaultPlaybackRate = rate;
      deck.playbackRate = rate;
    }
    this.set({ rate });
  }

  setLooping(looping: boolean): void {
    this.loopLine = this.current.line;
    this.set({ looping });
  }

  /** Follows the needle; called by the deck a few times a second and by the screen at every frame. */
  tick(): void {
    const { recording } = this;
    const chunk = this.soundingChunk();
    if (recording === null || chunk === null || this.current.phase !== 'playing') return;
    const ms = this.positionMs();
    if (this.current.looping && ms >= lineEndMs(recording.lines, recording.totalMs, this.loopLine) - 20) {
      this.repeatLine();
      return;
    }
    const line = Math.min(Math.max(lineAtMs(recording.lines, ms), chunk.from), chunk.to - 1);
    if (line !== this.current.line) this.set({ line });
  }

  private async go(ms: number, play: boolean): Promise<void> {
    const turn = (this.turn += 1);
    this.finished = false;
    this.place(ms);
    this.loopLine = this.current.line;
    const index = chunkOfLine(this.chunks, this.current.line);
    const chunk = this.chunks[index];
    if (chunk === undefined) return;
    const other = this.active === 0 ? 1 : 0;
    if (this.held[this.active] !== index && this.held[other] === index) {
      this.deck().pause();
      this.active = other;
    }
    if (!play && this.held[this.active] !== index) {
      // Nothing is fetched for a needle that only wanders.
      this.deck().pause();
      this.set({ phase: 'paused', error: null });
      return;
    }
    try {
      if (this.held[this.active] !== index) {
        this.deck().pause();
        this.set({ phase: 'loading', error: null });
        const url = await this.part(index);
        if (turn !== this.turn) return;
        this.hold(this.active, index, url);
      }
      this.deck().currentTime = Math.max(0, this.targetMs - chunk.startMs) / 1000;
      if (play) {
        await this.deck().play();
        if (turn !== this.turn) return;
        this.set({ phase: 'playing', error: null });
        this.keepNear(index);
        this.prepare(index + 1);
      } else {
        this.set({ phase: 'paused', error: null });
      }
    } catch (error) {
      if (turn === this.turn) this.set({ phase: 'failed', error });
    }
  }

  private deckEnded(index: number): void {
    const { recording } = this;
    if (recording === null || index !== this.active || this.current.phase !== 'playing') return;
    if (this.current.looping) {
      this.repeatLine();
      return;
    }
    const next = this.chunks[(this.held[this.active] ?? this.chunks.length) + 1];
    if (next !== undefined) {
      void this.go(next.startMs, true);
      return;
    }
    this.turn += 1;
    this.finished = true;
    this.set({ phase: 'paused' });
  }

  private deckFailed(index: number): void {
    if (index !== this.active || this.held[index === 0 ? 0 : 1] === null) return;
    this.targetMs = this.positionMs();
    this.turn += 1;
    this.dropSound();
    this.set({ phase: 'failed', error: new Error('浏览器不能播放这段声音，请重新合成这一章') });
  }

  private repeatLine(): void {
    const start = this.recording?.lines[this.loopLine]?.startMs;
    if (start !== undefined) void this.go(start, true);
  }

  private isRunning(): boolean {
    return this.current.phase === 'playing' || this.current.phase === 'loading';
  }

  private place(ms: number): void {
    const { recording } = this;
    if (recording === null) return;
    this.targetMs = Math.min(Math.max(ms, 0), recording.totalMs);
    const line = lineAtMs(recording.lines, this.targetMs);
    if (line !== this.current.line) this.set({ line });
  }

  private deck(): Deck {
    return this.ports.decks[this.active];
  }

  private soundingChunk(): Chunk | null {
    const index = this.held[this.active];
    const chunk = index === null ? undefined : this.chunks[index];
    // The needle may have been put elsewhere without loading anything.
    return chunk !== undefined && chunk.from <= this.current.line && this.current.line < chunk.to
      ? chunk
      : null;
  }

  private hold(deck: 0 | 1, index: number, url: string): void {
    this.held[deck] = index;
    this.ports.decks[deck].src = url;
    this.ports.decks[deck].load();
  }

  /** Loads a piece into the resting deck; a failure is met again, and shown, when its turn comes. */
  private prepare(index: number): void {
    const resting = this.active === 0 ? 1 : 0;
    const { turn } = this;
    if (index >= this.chunks.length || this.held[resting] === index) return;
    this.part(index).then(
      (url) => {
        if (turn === this.turn) this.hold(resting, index, url);
      },
      () => undefined,
    );
  }

  private part(index: number): Promise<string> {
    const known = this.parts.get(index);
    if (known !== undefined) return known.url;
    const { recording } = this;
    const chunk = this.chunks[index];
    if (recording === null || chunk === undefined) return Promise.reject(new RangeError('no such piece'));
    const abort = new AbortController();
    const url = this.ports
      .fetchPart(recording.versionId, chunk.from, chunk.to, abort.signal)
      .then((blob) => this.ports.createUrl(blob));
    url.catch(() => {
      if (this.parts.get(index)?.url === url) this.parts.delete(index);
    });
    this.parts.set(index, { url, abort });
    return url;
  }

  /** Keeps the pieces around one and frees the others. */
  private keepNear(index: number): void {
    for (const [known, part] of this.parts) {
      if (Math.abs(known - index) <= 1) continue;
      const resting = this.active === 0 ? 1 : 0;
      if (this.held[resting] === known) this.emptyDeck(resting);
      this.free(known, part);
    }
  }

  private free(index: number, part: Part): void {
    this.parts.delete(index);
    part.abort.abort();
    part.url.then(this.ports.revokeUrl, () => undefined);
  }

  private dropSound(): void {
    this.emptyDeck(0);
    this.emptyDeck(1);
    for (const [index, part] of this.parts) this.free(index, part);
  }

  private emptyDeck(deck: 0 | 1): void {
    if (this.held[deck] === null) return;
    this.held[deck] = null;
    this.ports.decks[deck].pause();
    this.ports.decks[deck].removeAttribute('src');
    this.ports.decks[deck].load();
  }

  private listen(deck: Deck, type: string, listener: () => void): void {
    deck.addEventListener(type, listener);
    this.detach.push(() => deck.removeEventListener(type, listener));
  }

  private set(change: Partial<PlayerState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}
