/** Above this many comparisons the longest common part is approximated. */
const MOST_CELLS = 12_000_000;

/**
 * Pairs of indexes [left, right] at which two lists agree, rising in both: a longest common subsequence.
 * Very long, very different lists get a merely valid one, so that a screen never freezes on them.
 */
export function commonPairs(left: readonly string[], right: readonly string[]): [number, number][] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end += 1;
  }
  const pairs: [number, number][] = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  const a = left.slice(start, left.length - end);
  const b = right.slice(start, right.length - end);
  const middle = a.length * b.length > MOST_CELLS ? greedyPairs(a, b) : longestPairs(a, b);
  for (const [i, j] of middle) pairs.push([start + i, start + j]);
  for (let back = end; back > 0; back -= 1) pairs.push([left.length - back, right.length - back]);
  return pairs;
}

function longestPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function greedyPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const places = new Map<string, number[]>();
  b.forEach((text, index) => {
    const list = places.get(text);
    if (list === undefined) places.set(text, [index]);
    else list.push(index);
  });
  const pairs: [number, number][] = [];
  let next = 0;
  a.forEach((text, index) => {
    const found = places.get(text)?.find((place) => place >= next);
    if (found === undefined) return;
    pairs.push([index, found]);
    next = found + 1;
  });
  return pairs;
}
