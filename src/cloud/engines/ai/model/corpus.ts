/** What the embedded model learns: questions about this product in several phrasings each, and that it does not know the rest. */
import { topics } from "./topics.ts";
import { unknown } from "./unknown.ts";

export interface Pair {
  readonly question: string;
  readonly answer: string;
}

export const refusal =
  "I do not know that. I am a very small model that only knows this product. Ask me about LAND, hosting, storage, gateways, RPC or AI.";

/** Every phrasing as people type it: with and without its capital, its question mark, and a word of courtesy. */
export const corpus = (): Pair[] => {
  const pairs = [...topics, ...unknown.map((question) => ({ questions: [question], answer: refusal }))];
  return pairs.flatMap(({ questions, answer }) =>
    questions.flatMap((question, index) => variants(question, index).map((one) => ({ question: one, answer }))),
  );
};

const courtesies = ["hey, ", "please tell me: ", "ok, ", "hi, ", "and "];

const variants = (question: string, index: number): string[] => {
  const plain = question.toLowerCase().replace(/\?$/, "");
  return [...new Set([question, plain, courtesies[index % courtesies.length]! + plain])];
};
