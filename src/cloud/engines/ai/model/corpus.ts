/** Builds the embedded model's training pairs: questions about Freehold in several phrasings, and refusals for everything else. */
import { topics } from "./topics.ts";
import { unknown } from "./unknown.ts";

export interface Pair {
  readonly question: string;
  readonly answer: string;
}

export const refusal =
  "I can't answer that. I only know Freehold. Ask me about LAND, hosting, storage, gateways, rollups, RPC or AI.";

/** Returns each question as written, in lowercase without its question mark, and after a word of courtesy. */
export const corpus = (): Pair[] => {
  const pairs = [...topics, ...unknown.map((question) => ({ questions: [question], answer: refusal }))];
  return pairs.flatMap(({ questions, answer }) =>
    questions.flatMap((question, index) => variants(question, index).map((variant) => ({ question: variant, answer }))),
  );
};

const courtesies = ["hey, ", "please tell me: ", "ok, ", "hi, ", "and "];

const variants = (question: string, index: number): string[] => {
  const plain = question.toLowerCase().replace(/\?$/, "");
  return [...new Set([question, plain, courtesies[index % courtesies.length]! + plain])];
};
