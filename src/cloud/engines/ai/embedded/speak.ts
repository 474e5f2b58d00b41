/** Answers a question by the embedded model, token by token. */
import { createReader, shares } from "./network.ts";
import type { Tokenizer } from "./tokenizer.ts";
import type { Weights } from "./weights.ts";

export interface Question {
  readonly text: string;
  /** Tokens at most. */
  readonly tokensMax: number;
  /** 0 always takes the likeliest. */
  readonly temperature: number;
}

export interface Said {
  /** Whole characters; empty while one is incomplete. */
  readonly text: string;
  /** At the last token: whether the model came to an end by itself. */
  readonly end?: "stop" | "length";
}

/** The question's end where it is longer than the model can see; how many tokens are read. */
export const readable = (tokenizer: Tokenizer, { shape }: Weights, text: string): number[] => {
  const room = Math.floor(shape.context / 2) - 2;
  return [tokenizer.mark("user"), ...tokenizer.encode(text).slice(-room), tokenizer.mark("assistant")];
};

export function* speak(
  tokenizer: Tokenizer,
  weights: Weights,
  { text, tokensMax, temperature }: Question,
): Generator<Said> {
  const read = createReader(weights);
  const prompt = readable(tokenizer, weights, text);
  let logits: Float32Array | undefined;
  for (const token of prompt) logits = read(token);
  const room = Math.min(tokensMax, weights.shape.context - prompt.length);
  const decoder = new TextDecoder();
  for (let count = 1; count <= room; count++) {
    const token = temperature === 0 ? likeliest(logits!) : drawn(logits!, temperature);
    if (token === tokenizer.mark("end")) return yield { text: decoder.decode(), end: "stop" };
    const bytes = tokenizer.bytesOf(token);
    if (count === room) return yield { text: decoder.decode(bytes), end: "length" };
    yield { text: decoder.decode(bytes, { stream: true }) };
    logits = read(token);
  }
}

const likeliest = (logits: Float32Array): number =>
  logits.reduce((best, value, index) => (value > logits[best]! ? index : best), 0);

const drawn = (logits: Float32Array, temperature: number): number => {
  const chances = shares(Array.from(logits, (value) => value / temperature));
  let rest = Math.random();
  const found = chances.findIndex((chance) => (rest -= chance) < 0);
  return found < 0 ? likeliest(logits) : found;
};
