/** A match of one pattern: [from, to) in UTF-16 units and the pattern's code. */
export interface NameMatch {
  from: number;
  to: number;
  code: number;
}

/** Finds many names in one left-to-right pass (Aho–Corasick), keeping the leftmost longest non-overlapping matches. */
export interface NameMatcher {
  find(text: string): NameMatch[];
}

interface TrieNode {
  next: Map<number, number>;
  fail: number;
  /** Nearest node on the failure chain that ends a pattern, or 0. */
  shorter: number;
  length: number;
  code: number | null;
}

/** Builds a matcher from pattern → code; empty patterns are ignored. */
export function createNameMatcher(patterns: ReadonlyMap<string, number>): NameMatcher {
  const nodes: TrieNode[] = [{ next: new Map(), fail: 0, shorter: 0, length: 0, code: null }];
  const at = (index: number): TrieNode => {
    const node = nodes[index];
    if (node === undefined) throw new RangeError(`No trie node ${index}.`);
    return node;
  };
  for (const [pattern, code] of patterns) {
    if (pattern.length === 0) continue;
    let index = 0;
    for (let i = 0; i < pattern.length; i++) {
      const unit = pattern.charCodeAt(i);
      let child = at(index).next.get(unit);
      if (child === undefined) {
        child = nodes.length;
        nodes.push({ next: new Map(), fail: 0, shorter: 0, length: i + 1, code: null });
        at(index).next.set(unit, child);
      }
      index = child;
    }
    at(index).code = code;
  }
  const queue = [...at(0).next.values()];
  for (let head = 0; head < queue.length; head++) {
    const index = queue[head] ?? 0;
    for (const [unit, child] of at(index).next) {
      let fallback = at(index).fail;
      while (fallback !== 0 && !at(fallback).next.has(unit)) fallback = at(fallback).fail;
      const fail = at(fallback).next.get(unit) ?? 0;
      at(child).fail = fail;
      at(child).shorter = at(fail).code === null ? at(fail).shorter : fail;
      queue.push(child);
    }
  }

  const find = (text: string): NameMatch[] => {
    const kept: NameMatch[] = [];
    let index = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let child = at(index).next.get(unit);
      while (child === undefined && index !== 0) {
        index = at(index).fail;
        child = at(index).next.get(unit);
      }
      index = child ?? 0;
      let ending = at(index).code === null ? at(index).shorter : index;
      while (ending !== 0) {
        const node = at(ending);
        const from = i + 1 - node.length;
        while (kept.length > 0 && (kept[kept.length - 1]?.from ?? -1) >= from) kept.pop();
        if ((kept[kept.length - 1]?.to ?? 0) <= from) {
          kept.push({ from, to: i + 1, code: node.code ?? 0 });
          break;
        }
        ending = node.shorter;
      }
    }
    return kept;
  };
  return { find };
}
