import { socketTimes } from '@huaben/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveConnection } from './live-connection.ts';
import type { LiveSocketListeners } from './live-connection.ts';

/** A connection over sockets that the test plays. */
function build() {
  const sockets: { address: string; sent: string[]; closed: boolean; on: LiveSocketListeners }[] = [];
  const delivered: unknown[] = [];
  let resyncs = 0;
  let refuse = false;
  let clock = 0;
  let tick = () => {};
  const connection = createLiveConnection({
    address: async (since) => {
      if (refuse) throw new Error('no ticket');
      return `since ${since}`;
    },
    open: (address, on) => {
      const socket = { address, sent: [] as string[], closed: false, on };
      sockets.push(socket);
      return { send: (text) => void socket.sent.push(text), close: () => void (socket.closed = true) };
    },
    startTicker: (next) => {
      tick = next;
      return () => (tick = () => {});
    },
    deliver: (type, data) => void delivered.push([type, data]),
    resync: () => void (resyncs += 1),
    now: () => clock,
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket');
    return socket;
  };
  const say = (frame: object) => last().on.message(JSON.stringify(frame));
  return {
    connection,
    sockets,
    delivered,
    last,
    say,
    tick: () => tick(),
    resyncs: () => resyncs,
    refuse: (on: boolean) => void (refuse = on),
    pass: (ms: number) => void (clock += ms),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const reconnect = () => vi.advanceTimersByTimeAsync(socketTimes.reconnectMs);

describe('the live connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is connected with the first hello and pings', async () => {
    const t = build();
    t.connection.start();
    await settle();
    expect(t.connection.state()).toBe('connecting');
    t.say({ kind: 'hello', seq: 7 });
    expect(t.connection.state()).toBe('connected');
    t.tick();
    expect(t.last().sent).toEqual(['ping']);
  });

  it('delivers each numbered event once and unnumbered ones always', async () => {
    const t = build();
    t.connection.start();
    await settle();
    t.say({ kind: 'hello', seq: 7 });
    t.say({ kind: 'event', seq: 7, type: 1, data: 'old' });
    t.say({ kind: 'event', seq: 8, type: 1, data: 'new' });
    t.say({ kind: 'event', seq: 8, type: 1, data: 'again' });
    t.say({ kind: 'event', seq: null, type: 2, data: 'progress' });
    expect(t.delivered).toEqual([
      [1, 'new'],
      [2, 'progress'],
    ]);
  });

  it('catches up from the last event it saw, even when the greeting is newer', async () => {
    const t = build();
    t.connection.start();
    await settle();
    t.say({ kind: 'hello', seq: 7 });
    t.say({ kind: 'event', seq: 8, type: 1, data: 8 });
    t.last().on.ended();
    await reconnect();
    expect(t.last().address).toBe('since 8');
    t.say({ kind: 'hello', seq: 10 });
    t.last().on.ended();
    await reconnect();
    expect(t.last().address).toBe('since 8');
    t.say({ kind: 'event', seq: 9, type: 1, data: 9 });
    expect(t.delivered).toEqual([
      [1, 8],
      [1, 9],
    ]);
  });

  it('asks for everything anew when events were lost, and goes on from there', async () => {
    const t = build();
    t.connection.start();
    await settle();
    t.say({ kind: 'hello', seq: 7 });
    t.say({ kind: 'resync', seq: 99 });
    expect(t.resyncs()).toBe(1);
    t.last().on.ended();
    await reconnect();
    expect(t.last().address).toBe('since 99');
  });

  it('gives up after the agreed number of retries and starts again when asked', async () => {
    const t = build();
    t.refuse(true);
    t.connection.start();
    await settle();
    for (let n = 0; n < socketTimes.maxRetries - 1; n += 1) await reconnect();
    expect(t.connection.state()).toBe('connecting');
    await reconnect();
    expect(t.connection.state()).toBe('down');
    t.refuse(false);
    t.connection.retry();
    await settle();
    t.say({ kind: 'hello', seq: 1 });
    expect(t.connection.state()).toBe('connected');
  });

  it('takes silence after an answered ping as the end', async () => {
    const t = build();
    t.connection.start();
    await settle();
    t.say({ kind: 'hello', seq: 1 });
    t.last().on.message('pong');
    t.pass(socketTimes.serverSilenceMs + 1);
    t.tick();
    expect(t.last().closed).toBe(true);
    expect(t.connection.state()).toBe('connecting');
  });

  it('ignores what it cannot read', async () => {
    const t = build();
    t.connection.start();
    await settle();
    t.say({ kind: 'hello', seq: 1 });
    t.last().on.message('{');
    t.last().on.message(new ArrayBuffer(1));
    t.say({ kind: 'unknown' });
    expect(t.delivered).toEqual([]);
    expect(t.connection.state()).toBe('connected');
  });

  it('opens no socket when it was stopped while the ticket was on its way', async () => {
    const t = build();
    t.connection.start();
    t.connection.stop();
    await settle();
    expect(t.sockets).toHaveLength(0);
  });
});
