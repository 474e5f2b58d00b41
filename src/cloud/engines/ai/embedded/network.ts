/** Runs the embedded model's forward pass, one token at a time: RMSNorm, rotary positions, causal attention, SwiGLU. */
import type { Layer, Shape, Weights } from "./weights.ts";

/**
 * Reads the next token and returns the logits of the token after it.
 *
 * @throws RangeError beyond the context length.
 */
export type Reader = (token: number) => Float32Array;

export const createReader = (weights: Weights): Reader => {
  const { shape, embedding, layers, norm } = weights;
  const { width, context, vocabulary } = shape;
  const memories = layers.map((): Memory => ({ keys: [], values: [] }));
  let position = 0;
  return (token) => {
    if (position >= context) throw new RangeError(`The model sees ${context} tokens at once.`);
    const x = embedding.slice(token * width, (token + 1) * width);
    layers.forEach((layer, index) => {
      add(x, attention(shape, layer, memories[index]!, normed(x, layer.norm1), position));
      add(x, feedForward(shape, layer, normed(x, layer.norm2)));
    });
    position += 1;
    return product(embedding, normed(x, norm), vocabulary);
  };
};

/** The cached keys and values of a layer. */
interface Memory {
  readonly keys: Float32Array[];
  readonly values: Float32Array[];
}

const attention = (
  { width, heads }: Shape,
  { wq, wk, wv, wo }: Layer,
  { keys, values }: Memory,
  x: Float32Array,
  position: number,
): Float32Array => {
  const size = width / heads;
  const query = turned(product(wq, x, width), size, position);
  keys.push(turned(product(wk, x, width), size, position));
  values.push(product(wv, x, width));
  const mixed = new Float32Array(width);
  for (let from = 0; from < width; from += size) {
    const likeness = keys.map((key) => dot(query, key, from, from + size) / Math.sqrt(size));
    shares(likeness).forEach((share, index) => {
      for (let i = from; i < from + size; i++) mixed[i]! += share * values[index]![i]!;
    });
  }
  return product(wo, mixed, width);
};

const feedForward = ({ width, hidden }: Shape, { gate, up, down }: Layer, x: Float32Array): Float32Array => {
  const open = product(gate, x, hidden);
  const raised = product(up, x, hidden);
  return product(
    down,
    open.map((value, index) => (value / (1 + Math.exp(-value))) * raised[index]!),
    width,
  );
};

/** Multiplies a matrix of `rows` rows by a vector. */
const product = (matrix: Float32Array, x: Float32Array, rows: number): Float32Array => {
  const out = new Float32Array(rows);
  const columns = x.length;
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let i = 0, at = row * columns; i < columns; i++) sum += matrix[at + i]! * x[i]!;
    out[row] = sum;
  }
  return out;
};

const dot = (a: Float32Array, b: Float32Array, from: number, until: number): number => {
  let sum = 0;
  for (let i = from; i < until; i++) sum += a[i]! * b[i]!;
  return sum;
};

const add = (to: Float32Array, what: Float32Array): void => {
  for (let i = 0; i < to.length; i++) to[i]! += what[i]!;
};

const normed = (x: Float32Array, weights: Float32Array): Float32Array => {
  const scale = 1 / Math.sqrt(dot(x, x, 0, x.length) / x.length + 1e-5);
  return x.map((value, index) => value * scale * weights[index]!);
};

/** Rotates each pair of values by the position, in place. */
const turned = (x: Float32Array, size: number, position: number): Float32Array => {
  for (let at = 0; at < x.length; at += 2) {
    const angle = position * 10_000 ** (-(at % size) / size);
    const [c, s, a, b] = [Math.cos(angle), Math.sin(angle), x[at]!, x[at + 1]!];
    x[at] = a * c - b * s;
    x[at + 1] = a * s + b * c;
  }
  return x;
};

/** Softmax. */
export const shares = (values: readonly number[]): number[] => {
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};
