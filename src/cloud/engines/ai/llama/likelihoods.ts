/** How likely the model found the tokens of its answer: read from the engine, and in the forms of OpenAI's API. */
import type { Operation } from "../ai.ts";

interface Likelihood {
  readonly token: string;
  readonly logprob: number;
  /** UTF-8; null for a part of a character. */
  readonly bytes: readonly number[] | null;
}

export interface TokenLikelihood extends Likelihood {
  /** The likeliest tokens in its place, the likeliest first. */
  readonly top: readonly Likelihood[];
  /** Where its text starts in the answer, in characters. */
  readonly offset: number;
}

/** The part of the engine's sequence that generates tokens. */
export interface Sequence {
  evaluate(tokens: readonly unknown[], options?: unknown): AsyncIterable<unknown>;
  evaluateWithMetadata(
    tokens: readonly unknown[],
    metadata: { readonly confidence: boolean; readonly probabilities: boolean },
    options?: unknown,
  ): AsyncIterable<{
    readonly token: unknown;
    readonly confidence?: number;
    /** From the likeliest to the least likely. */
    readonly probabilities?: ReadonlyMap<unknown, number>;
  }>;
}

export type Likelihoods = ReturnType<typeof watchLikelihoods>;

const replacementCharacter = "\u{FFFD}";
/** As OpenAI writes a likelihood of 0, which JSON can't hold as a logarithm. */
const leastLogprob = -9999;

/** `alternatives`: how many of the likeliest tokens are listed. They cost time with each token, since the engine lists its vocabulary. */
export const watchLikelihoods = (alternatives: number, textOf: (token: unknown) => string) => {
  const seen: Omit<TokenLikelihood, "offset">[] = [];
  const likelihoodOf = (token: unknown, probability: number): Likelihood => {
    const text = textOf(token);
    const bytes = text.includes(replacementCharacter) ? null : [...Buffer.from(text)];
    return { token: text, logprob: Math.max(leastLogprob, Math.log(probability)), bytes };
  };
  return {
    /** Returns the sequence for a completion whose tokens are watched. */
    watch: (sequence: Sequence): Sequence => {
      const evaluate: Sequence["evaluate"] = async function* (tokens, options) {
        const metadata = { confidence: true, probabilities: alternatives > 0 };
        for await (const next of sequence.evaluateWithMetadata(tokens, metadata, options)) {
          const { token, confidence = 0, probabilities = new Map<unknown, number>() } = next;
          const top: Likelihood[] = [];
          for (const [other, probability] of probabilities) {
            if (top.length === alternatives || probability === 0) break;
            top.push(likelihoodOf(other, probability));
          }
          seen.push({ ...likelihoodOf(token, confidence), top });
          yield token;
        }
      };
      return new Proxy(sequence, {
        get: (target, name) => (name === "evaluate" ? evaluate : (Reflect.get(target, name) as unknown)),
      });
    },
    /** Returns those of the next tokens, whose text starts at `offset`. */
    take: (count: number, offset: number): readonly TokenLikelihood[] =>
      seen.splice(0, count).map((one) => ({ ...one, offset })),
  };
};

/** Returns the field `logprobs` of a choice. */
export const logprobsOf = (operation: Operation, likelihoods: readonly TokenLikelihood[]): object =>
  operation === "chat/completions"
    ? { content: likelihoods.map(({ offset: _offset, top, ...one }) => ({ ...one, top_logprobs: top })), refusal: null }
    : {
        tokens: likelihoods.map(({ token }) => token),
        token_logprobs: likelihoods.map(({ logprob }) => logprob),
        top_logprobs: likelihoods.some(({ top }) => top.length > 0) ? likelihoods.map(byToken) : null,
        text_offset: likelihoods.map(({ offset }) => offset),
      };

/** The answer's own token is listed too, even if it is not one of the likeliest. */
const byToken = ({ top, ...own }: TokenLikelihood): Readonly<Record<string, number>> =>
  Object.fromEntries([own, ...top.toReversed()].map(({ token, logprob }) => [token, logprob]));
