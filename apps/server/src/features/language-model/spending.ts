import type { ModelUsage } from './speaker-question.ts';

/** Tokens of one request, or of several. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** 分 per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** Cost in 分, not rounded. */
export const costOf = (tokens: Tokens, prices: Prices): number =>
  (tokens.input * prices.input + tokens.output * prices.output) / 1_000_000;

/** What a request really took: parts that the reply did not tell are absent. */
export interface ToldTokens {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
}

/** Keeps what is spent together with what requests under way may still cost below a ceiling. */
export interface Spending {
  /** Sets the bound of a request aside; false when it could exceed the ceiling. Waits for requests under way that decide it. */
  reserve(bound: Tokens): Promise<boolean>;
  /** Books what a reserved request took; `unbilled` when nobody will charge for it. */
  settle(bound: Tokens, told: ToldTokens | 'unbilled'): void;
  /** Gives back what was reserved for a request that was not sent. */
  release(bound: Tokens): void;
  usage(): ModelUsage;
}

/** The spending of one request of a user. */
export function createSpending(prices: Prices, ceilingFen: number | null): Spending {
  const ceiling = ceilingFen ?? Infinity;
  const spent = { requests: 0, input: 0, output: 0, estimated: false };
  let reserved = 0;
  let waiting: (() => void)[] = [];
  const fen = (): number => costOf(spent, prices);
  const release = (bound: Tokens): void => {
    const left = reserved - costOf(bound, prices);
    // Sums of fractions may leave a trace where nothing is reserved any more.
    reserved = left < 1e-9 ? 0 : left;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    async reserve(bound) {
      const cost = costOf(bound, prices);
      while (fen() + reserved + cost > ceiling) {
        if (reserved === 0 || fen() + cost > ceiling) return false;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      reserved += cost;
      return true;
    },
    settle(bound, told) {
      spent.requests += 1;
      if (told !== 'unbilled') {
        spent.input += told.input ?? bound.input;
        spent.output += told.output ?? bound.output;
        if (told.input === undefined || told.output === undefined) spent.estimated = true;
      }
      release(bound);
    },
    release,
    usage: () => ({
      requests: spent.requests,
      inputTokens: spent.input,
      outputTokens: spent.output,
      fen: fen(),
      estimated: spent.estimated,
    }),
  };
}
