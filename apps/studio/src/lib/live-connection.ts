import { socketFrame, socketTimes } from '@huaben/contract';

/** `down`: the last retry failed and the person must ask for another. */
export type LiveState = 'connected' | 'connecting' | 'down';

/** An open socket, as far as the connection uses it. After `close` none of its listeners is called. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
}

/** What a socket reports. */
export interface LiveSocketListeners {
  readonly message: (data: unknown) => void;
  /** Once, for an error or an end. */
  readonly ended: () => void;
}

/** What the connection needs from its surroundings. */
export interface LivePorts {
  /** A fresh one-use address; `since` is the last sequence number seen, or null. */
  readonly address: (since: number | null) => Promise<string>;
  readonly open: (address: string, listeners: LiveSocketListeners) => LiveSocket;
  /** Calls `tick` every ping interval until the returned function is called. */
  readonly startTicker: (tick: () => void) => () => void;
  readonly deliver: (type: number, data: unknown) => void;
  readonly resync: () => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** A socket that reconnects, catches up by sequence number and gives up after the agreed number of retries. */
export interface LiveConnection {
  start(): void;
  stop(): void;
  /** Connects at once when not connected, with all retries anew. */
  retry(): void;
  state(): LiveState;
  subscribe(listener: () => void): () => void;
}

/** Builds a connection over its ports; nothing happens before `start`. */
export function createLiveConnection(ports: LivePorts): LiveConnection {
  const listeners = new Set<() => void>();
  let current: LiveState = 'connecting';
  let wanted = false;
  let socket: LiveSocket | null = null;
  /** Rises with every attempt, so that a late answer of an older attempt is ignored. */
  let attempt = 0;
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stopTicker: (() => void) | null = null;
  let seq: number | null = null;
  let lastHeard = 0;
  let answersPings = false;

  const setState = (next: LiveState) => {
    if (current === next) return;
    current = next;
    for (const listener of listeners) listener();
  };

  const dropSocket = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    attempt += 1;
    const old = socket;
    socket = null;
    old?.close();
  };

  const fail = () => {
    dropSocket();
    if (!wanted) return;
    if (retries >= socketTimes.maxRetries) return setState('down');
    retries += 1;
    setState('connecting');
    timer = setTimeout(() => void connect(), socketTimes.reconnectMs);
  };

  const receive = (data: unknown) => {
    lastHeard = ports.now();
    if (typeof data !== 'string') return;
    if (data === 'pong') {
      answersPings = true;
      return;
    }
    const frame = socketFrame.safeParse(parseJson(data));
    if (!frame.success) return;
    switch (frame.data.kind) {
      case 'hello':
        // On a reconnect the missed events follow and move the sequence themselves.
        seq ??= frame.data.seq;
        retries = 0;
        setState('connected');
        return;
      case 'resync':
        seq = frame.data.seq;
        ports.resync();
        return;
      case 'event':
        if (frame.data.seq !== null) {
          if (seq !== null && frame.data.seq <= seq) return;
          seq = frame.data.seq;
        }
        ports.deliver(frame.data.type, frame.data.data);
        return;
    }
  };

  const connect = async () => {
    dropSocket();
    const mine = attempt;
    let address: string;
    try {
      address = await ports.address(seq);
    } catch {
      if (mine === attempt) fail();
      return;
    }
    if (mine !== attempt) return;
    lastHeard = ports.now();
    socket = ports.open(address, { message: receive, ended: fail });
  };

  const tick = () => {
    if (!socket || current !== 'connected') return;
    // A half-open connection never reports its end; silence does.
    if (answersPings && ports.now() - lastHeard > socketTimes.serverSilenceMs) return fail();
    socket.send('ping');
  };

  return {
    start() {
      if (wanted) return;
      wanted = true;
      retries = 0;
      setState('connecting');
      stopTicker = ports.startTicker(tick);
      void connect();
    },
    stop() {
      wanted = false;
      seq = null;
      stopTicker?.();
      stopTicker = null;
      dropSocket();
      setState('connecting');
    },
    retry() {
      if (!wanted || current === 'connected') return;
      retries = 0;
      setState('connecting');
      void connect();
    },
    state: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
