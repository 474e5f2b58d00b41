/** Generates the embedded model's answer to a question, token by token. */
import type { Said } from "../spoken.ts";
import type { Tokenizer } from "./tokenizer.ts";
import type { Weights, Layer, Shape } from "./weights.ts";

export interface Question {
  readonly text: string;
  /** Maximum length of the answer in tokens. */
  readonly tokensMax: number;
  /** 0 always takes the likeliest token. */
  readonly temperature: number;
  /** Draws from the likeliest tokens up to this cumulative probability. */
  readonly topP?: number | undefined;
  /** Equal seeds give equal answers. */
  readonly seed?: number | undefined;
}

/** Returns the maximum length of a question: half of the context, without the marks around the question. */
export const questionTokensMax = (contextTokens: number): number => Math.floor(contextTokens / 2) - 2;

/** Returns the model's input for a question. */
export const promptOf = (tokenizer: Tokenizer, text: string): number[] => [
  tokenizer.mark("user"),
  ...tokenizer.encode(text),
  tokenizer.mark("assistant"),
];

/** @throws RangeError for a question above the maximum length. */
export function* speak(tokenizer: Tokenizer, weights: Weights, question: Question): Generator<Said> {
  const { text, tokensMax, temperature, topP = 1, seed } = question;
  const read = createReader(weights);
  const prompt = promptOf(tokenizer, text);
  if (prompt.length - 2 > questionTokensMax(weights.shape.context)) throw new RangeError("The question is too long.");
  const random = seed === undefined ? Math.random : randomFrom(seed);
  let logits: Float32Array | undefined;
  for (const token of prompt) logits = read(token);
  const room = Math.min(tokensMax, weights.shape.context - prompt.length);
  const decoder = new TextDecoder();
  for (let count = 1; count <= room; count++) {
    const token = temperature === 0 ? likeliest(logits!) : drawn(logits!, { temperature, topP, random });
    if (token === tokenizer.mark("end")) return yield { text: decoder.decode(), tokens: 1, end: "stop" };
    const bytes = tokenizer.bytesOf(token);
    if (count === room) return yield { text: decoder.decode(bytes), tokens: 1, end: "length" };
    yield { text: decoder.decode(bytes, { stream: true }), tokens: 1 };
    logits = read(token);
  }
}

const likeliest = (logits: Float32Array): number =>
  logits.reduce((best, value, index) => (value > logits[best]! ? index : best), 0);

interface Drawing {
  readonly temperature: number;
  readonly topP: number;
  random(): number;
}

const drawn = (logits: Float32Array, { temperature, topP, random }: Drawing): number => {
  const chances = shares(Array.from(logits, (value) => value / temperature));
  const order = chances.map((_, token) => token).sort((a, b) => chances[b]! - chances[a]!);
  let sum = 0;
  const cut = order.findIndex((token) => (sum += chances[token]!) >= topP);
  const offered = cut < 0 ? order : order.slice(0, cut + 1);
  let rest = random() * offered.reduce((total, token) => total + chances[token]!, 0);
  return offered.find((token) => (rest -= chances[token]!) < 0) ?? offered[0]!;
};

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Reads the next token and returns the logits of the token after it.
 *
 * @throws RangeError beyond the context length.
 */
type Reader = (token: number) => Float32Array;

/**
 * Runs the embedded model's forward pass, one token at a time: RMSNorm, rotary positions, causal attention, SwiGLU.
 */
const createReader = (weights: Weights): Reader => {
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
const shares = (values: readonly number[]): number[] => {
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};
