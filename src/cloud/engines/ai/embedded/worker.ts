/** Runs the model in a worker thread, so that the server keeps answering. Processes one request at a time. */
import { parentPort } from "node:worker_threads";
import type { Said } from "../spoken.ts";
import { loadModel } from "./load.ts";
import { speak, type Question } from "./speak.ts";

export interface Asked extends Question {
  readonly id: number;
}

export type Told = { readonly id: number } & ({ readonly said: Said } | { readonly fault: string });

const { tokenizer, weights } = loadModel();

parentPort!.on("message", ({ id, ...question }: Asked) => {
  const tell = (told: Told): void => parentPort!.postMessage(told);
  try {
    for (const said of speak(tokenizer, weights, question)) tell({ id, said });
  } catch (error) {
    tell({ id, fault: (error as Error).message });
  }
});
