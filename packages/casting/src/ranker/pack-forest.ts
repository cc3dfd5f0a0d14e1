import { fromBase64, toBase64 } from './base64.ts';
import type { Forest } from './forest.ts';

/*
 * Little-endian: width, bags, trees, nodes as 32 bits; then the first node of every tree (32 bits each); then every node as
 * feature (16 bits, −1 a leaf), left and right child as distances from the node (16 bits each), value (32-bit float).
 */
const HEAD = 16;
const NODE = 10;

/** A forest as base64 text; the same forest gives the same text. */
export function packForest({ width, bags, roots, feature, value, left, right }: Forest): string {
  const bytes = new Uint8Array(HEAD + 4 * roots.length + NODE * feature.length);
  const view = new DataView(bytes.buffer);
  [width, bags, roots.length, feature.length].forEach((number, i) => view.setUint32(4 * i, number, true));
  roots.forEach((root, t) => view.setUint32(HEAD + 4 * t, root, true));
  feature.forEach((own, n) => {
    const at = HEAD + 4 * roots.length + NODE * n;
    view.setInt16(at, own, true);
    view.setInt16(at + 2, own < 0 ? 0 : (left[n] ?? 0) - n, true);
    view.setInt16(at + 4, own < 0 ? 0 : (right[n] ?? 0) - n, true);
    view.setFloat32(at + 6, value[n] ?? 0, true);
  });
  return toBase64(bytes);
}

/** The forest that `packForest` wrote. Throws when the text is cut short. */
export function unpackForest(text: string): Forest {
  const bytes = fromBase64(text);
  const view = new DataView(bytes.buffer);
  const [width = 0, bags = 0, trees = 0, nodes = 0] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
  const start = HEAD + 4 * trees;
  if (bytes.length !== start + NODE * nodes) throw new RangeError('The weights of the ranker are cut short.');
  const at = (n: number): number => start + NODE * n;
  return {
    width,
    bags,
    roots: Int32Array.from({ length: trees }, (_, t) => view.getUint32(HEAD + 4 * t, true)),
    feature: Int16Array.from({ length: nodes }, (_, n) => view.getInt16(at(n), true)),
    left: Int32Array.from({ length: nodes }, (_, n) => n + view.getInt16(at(n) + 2, true)),
    right: Int32Array.from({ length: nodes }, (_, n) => n + view.getInt16(at(n) + 4, true)),
    value: Float32Array.from({ length: nodes }, (_, n) => view.getFloat32(at(n) + 6, true)),
  };
}
