/** A match of one pattern: [from, to) in UTF-16 units and the pattern's code. */
export interface NameMatch {
  from: number;
  to: number;
  code: number;
}

/** Finds many names in a text, keeping the leftmost longest non-overlapping matches. */
export interface NameMatcher {
  find(text: string): NameMatch[];
}

interface TrieNode {
  next: Map<number, TrieNode>;
  code: number | null;
}

/**
 * Builds a matcher from pattern → code; empty patterns are ignored. A search costs at most the text's length times the
 * longest pattern's, and about the text's length for names.
 */
export function createNameMatcher(patterns: ReadonlyMap<string, number>): NameMatcher {
  const root: TrieNode = { next: new Map(), code: null };
  for (const [pattern, code] of patterns) {
    if (pattern.length === 0) continue;
    let node = root;
    for (let i = 0; i < pattern.length; i++) {
      const unit = pattern.charCodeAt(i);
      let child = node.next.get(unit);
      if (child === undefined) {
        child = { next: new Map(), code: null };
        node.next.set(unit, child);
      }
      node = child;
    }
    node.code = code;
  }

  const longestAt = (text: string, from: number): NameMatch | null => {
    let found: NameMatch | null = null;
    let node = root.next.get(text.charCodeAt(from));
    for (let to = from + 1; node !== undefined; to++) {
      if (node.code !== null) found = { from, to, code: node.code };
      node = to < text.length ? node.next.get(text.charCodeAt(to)) : undefined;
    }
    return found;
  };

  return {
    find: (text) => {
      const kept: NameMatch[] = [];
      for (let from = 0; from < text.length;) {
        const match = longestAt(text, from);
        if (match !== null) kept.push(match);
        from = match?.to ?? from + 1;
      }
      return kept;
    },
  };
}
