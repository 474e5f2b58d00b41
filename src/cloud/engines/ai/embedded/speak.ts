/** Generates the embedded model's answer to a question, token by token. */
import type { Said } from "../spoken.ts";
import { createReader, shares } from "./network.ts";
import type { Tokenizer } from "./tokenizer.ts";
import type { Weights } from "./weights.ts";

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
