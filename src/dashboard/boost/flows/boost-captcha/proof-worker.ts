/** Solves a captcha in a worker; reports progress, and stops when terminated. */
import { searchProof, type Puzzle } from "./proof.ts";

export interface ProofRequest extends Puzzle {
  readonly first: number;
  readonly step: number;
}

export type ProofMessage = { readonly tries: number } | { readonly counter: number };

const triesAtOnce = 4096;

addEventListener("message", ({ data }: MessageEvent<ProofRequest>) => {
  for (let first = data.first; ; first += triesAtOnce * data.step) {
    const counter = searchProof(data, first, data.step, triesAtOnce);
    postMessage((counter === undefined ? { tries: triesAtOnce } : { counter }) satisfies ProofMessage);
    if (counter !== undefined) return;
  }
});
