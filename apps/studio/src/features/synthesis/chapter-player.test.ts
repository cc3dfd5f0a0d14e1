import { describe, expect, it } from 'vitest';
import { ChapterPlayer } from './chapter-player.ts';
import type { Deck, Recording } from './chapter-player.ts';

/** An audio element that plays only when the test says so. */
class FakeDeck implements Deck {
  src = '';
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  preload = '';
  playing = false;
  private readonly listeners = new Map<string, Set<() => void>>();

  play(): Promise<void> {
    this.playing = true;
    return Promise.resolve();
  }
  pause(): void {
    this.playing = false;
  }
  load(): void {
    this.currentTime = 0;
  }
  removeAttribute(): void {
    this.src = '';
  }
  addEventListener(type: string, listener: () => void): void {
    const set = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, set.add(listener));
  }
  removeEventListener(type: string, listener: () => void): void {
    this.listeners.get(type)?.delete(listener);
  }
  emit(type: string): void {
    if (type === 'ended') this.playing = false;
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener();
  }
  count(): number {
    return [...this.listeners.values()].reduce((sum, set) => sum + set.size, 0);
  }
}

/** Twelve lines of ten seconds: four pieces of three lines. */
const recording = (versionId = 'v1'): Recording => ({
  versionId,
  lines: Array.from({ length: 12 }, (_, index) => ({ startMs: index * 10_000, durationMs: 9_500 })),
  totalMs: 120_000,
});

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

function setUp(fails: (from: number) => boolean = () => false) {
  const decks = [new FakeDeck(), new FakeDeck()] as const;
  const fetched: string[] = [];
  const alive = new Set<string>();
  const player = new ChapterPlayer({
    decks,
    fetchPart: (version, from, to) => {
      fetched.push(`${version}:${String(from)}-${String(to)}`);
      return fails(from) ? Promise.reject(new Error('offline')) : Promise.resolve(new Blob([String(from)]));
    },
    createUrl: () => {
      const url = `blob:${String(fetched.length)}-${String(alive.size)}-${String(Math.floor(fetched.length * 7))}`;
      alive.add(url);
      return url;
    },
    revokeUrl: (url) => void alive.delete(url),
  });
  const sounding = (): FakeDeck[] => decks.filter((deck) => deck.playing);
  return { decks, fetched, alive, player, sounding };
}

describe('ChapterPlayer', () => {
  it('fetches nothing before it is asked to play', async () => {
    const { player, fetched } = setUp();
    player.open(recording(), 25_000);
    await settle();
    expect(fetched).toEqual([]);
    expect(player.state()).toMatchObject({ phase: 'paused', line: 2 });
    expect(player.positionMs()).toBe(25_000);
  });

  it('plays from the moment asked for and gets the next piece ready', async () => {
    const { player, fetched, sounding } = setUp();
    player.open(recording(), 25_000);
    player.play();
    await settle();
    expect(player.state().phase).toBe('playing');
    expect(sounding().map((deck) => deck.currentTime)).toEqual([25]);
    expect(fetched).toEqual(['v1:0-3', 'v1:3-6']);
  });

  it('goes on in the other deck when a piece ends, with one sounding at a time', async () => {
    const { player, decks, fetched, sounding } = setUp();
    player.open(recording(), 0);
    player.play();
    await settle();
    decks[0].emit('ended');
    await settle();
    expect(sounding()).toEqual([decks[1]]);
    expect(player.state()).toMatchObject({ phase: 'playing', line: 3 });
    expect(fetched).toEqual(['v1:0-3', 'v1:3-6', 'v1:6-9']);
  });

  it('keeps at most three pieces and frees all of them at the end', async () => {
    const { player, decks, alive } = setUp();
    player.open(recording(), 0);
    player.play();
    for (let piece = 0; piece < 4; piece += 1) {
      await settle();
      expect(alive.size).toBeLessThanOrEqual(3);
      decks[piece % 2 === 0 ? 0 : 1].emit('ended');
    }
    await settle();
    expect(player.state().phase).toBe('paused');
    player.close();
    await settle();
    expect(alive.size).toBe(0);
    expect(decks.map((deck) => deck.count())).toEqual([0, 0]);
  });

  it('starts anew after the end', async () => {
    const { player, sounding } = setUp();
    player.open(recording(), 115_000);
    player.play();
    await settle();
    sounding()[0]?.emit('ended');
    player.play();
    await settle();
    expect(player.state()).toMatchObject({ phase: 'playing', line: 0 });
  });

  it('obeys only the last of several quick orders', async () => {
    const { player, sounding } = setUp();
    player.open(recording(), 0);
    player.playLine(4);
    player.playLine(11);
    player.playLine(7);
    await settle();
    expect(player.state()).toMatchObject({ phase: 'playing', line: 7 });
    expect(sounding().map((deck) => deck.currentTime)).toEqual([10]);
  });

  it('does not begin to sound after a pause during loading', async () => {
    const { player, sounding } = setUp();
    player.open(recording(), 0);
    player.playLine(4);
    player.pause();
    await settle();
    expect(player.state()).toMatchObject({ phase: 'paused', line: 4 });
    expect(sounding()).toEqual([]);
  });

  it('repeats a line, also the last one of a piece', async () => {
    const { player, sounding } = setUp();
    player.open(recording(), 0);
    player.playLine(1);
    await settle();
    player.setLooping(true);
    const deck = sounding()[0];
    if (deck === undefined) throw new Error('nothing sounds');
    deck.currentTime = 19.99;
    deck.emit('timeupdate');
    await settle();
    expect(deck.currentTime).toBe(10);
    player.playLine(2);
    await settle();
    sounding()[0]?.emit('ended');
    await settle();
    expect(player.state()).toMatchObject({ phase: 'playing', line: 2 });
    expect(sounding().map((each) => each.currentTime)).toEqual([20]);
  });

  it('steps by lines; back first returns to the beginning of the line', async () => {
    const { player, sounding } = setUp();
    player.open(recording(), 0);
    player.playLine(1);
    await settle();
    const deck = sounding()[0];
    if (deck === undefined) throw new Error('nothing sounds');
    deck.currentTime = 14;
    player.step(-1);
    await settle();
    expect([player.state().line, deck.currentTime]).toEqual([1, 10]);
    player.step(-1);
    await settle();
    expect(player.state().line).toBe(0);
    player.step(1);
    await settle();
    expect(player.state().line).toBe(1);
  });

  it('shows why it cannot play and can be asked again', async () => {
    let offline = true;
    const { player } = setUp(() => offline);
    player.open(recording(), 30_000);
    player.play();
    await settle();
    expect(player.state()).toMatchObject({ phase: 'failed', error: new Error('offline') });
    expect(player.positionMs()).toBe(30_000);
    offline = false;
    player.play();
    await settle();
    expect(player.state()).toMatchObject({ phase: 'playing', line: 3, error: null });
  });

  it('meets a failed preparation only when its turn comes', async () => {
    const { player, decks } = setUp((from) => from === 3);
    player.open(recording(), 0);
    player.play();
    await settle();
    expect(player.state().phase).toBe('playing');
    decks[0].emit('ended');
    await settle();
    expect(player.state()).toMatchObject({ phase: 'failed', line: 3 });
  });

  it('plays on in a new version at the given moment', async () => {
    const { player, fetched, sounding } = setUp();
    player.open(recording(), 0);
    player.play();
    await settle();
    player.open(recording('v2'), 42_000);
    await settle();
    expect(fetched.slice(-2)).toEqual(['v2:3-6', 'v2:6-9']);
    expect(sounding().map((deck) => deck.currentTime)).toEqual([12]);
    expect(player.state()).toMatchObject({ phase: 'playing', line: 4 });
  });

  it('keeps its speed and the pitch in both decks', () => {
    const { player, decks } = setUp();
    player.setRate(1.5);
    expect(decks.map((deck) => [deck.playbackRate, deck.defaultPlaybackRate, deck.preservesPitch])).toEqual([
      [1.5, 1.5, true],
      [1.5, 1.5, true],
    ]);
  });

  it('has nothing to do without a recording', async () => {
    const { player, fetched } = setUp();
    player.open(null, 0);
    player.play();
    player.step(1);
    player.seek(5);
    player.open({ versionId: 'v', lines: [], totalMs: 0 }, 0);
    player.toggle();
    await settle();
    expect(fetched).toEqual([]);
    expect(player.state()).toMatchObject({ phase: 'empty', line: -1 });
  });
});
