/** Runs in a thread of its own, so that the cloud answers others meanwhile: one question after the other. */
import { parentPort } from "node:worker_threads";
import { loadModel } from "./load.ts";
import { readable, speak, type Question, type Said } from "./speak.ts";

export interface Asked extends Question {
  readonly id: number;
}

/** Of each question first how many tokens were read, then what is said. */
export type Told = { readonly id: number } & (
  { readonly read: number } | { readonly said: Said } | { readonly fault: string }
);

const { tokenizer, weights } = loadModel();

parentPort!.on("message", ({ id, ...question }: Asked) => {
  const tell = (told: Told): void => parentPort!.postMessage(told);
  try {
    tell({ id, read: readable(tokenizer, weights, question.text).length });
    for (const said of speak(tokenizer, weights, question)) tell({ id, said });
  } catch (error) {
    tell({ id, fault: (error as Error).message });
  }
});
