import { captcha } from "../../../../../resources/boost/nodes/explore-calls.ts";
import { send } from "../../../api/client.ts";
import { NetworkError } from "../../../api/errors.ts";
import type { ProofRequest, ProofMessage } from "./proof-worker.ts";
import { likelyDone, type Puzzle } from "./proof.ts";

/** The request header for the solution. */
export const captchaHeader = "captcha-response";
const workersMax = 4;

/**
 * Fetches a captcha and solves it in workers; resolves to the value of `captchaHeader`, valid for one call. `onProgress` gets 0 to 1.
 * Throws ApiError, NetworkError, and the abort reason of the signal.
 */
export const solveCaptcha = async (onProgress: (done: number) => void, signal: AbortSignal): Promise<string> => {
  const puzzle = await send(captcha, { signal });
  return `${puzzle.id}:${await searchInWorkers(puzzle, onProgress, signal)}`;
};

const searchInWorkers = (puzzle: Puzzle, onProgress: (done: number) => void, signal: AbortSignal): Promise<number> => {
  const { salt, bits } = puzzle;
  const step = Math.max(1, Math.min(workersMax, navigator.hardwareConcurrency - 1));
  let tries = 0;
  const workers: Worker[] = [];
  const solution = new Promise<number>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    for (let first = 0; first < step; first += 1) {
      const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
      workers.push(worker);
      worker.onmessage = ({ data }: MessageEvent<ProofMessage>) => {
        if ("counter" in data) return resolve(data.counter);
        tries += data.tries;
        onProgress(likelyDone(tries, bits));
      };
      worker.onerror = () => reject(new NetworkError("The captcha worker failed to load."));
      worker.postMessage({ salt, bits, first, step } satisfies ProofRequest);
    }
  });
  return solution.finally(() => workers.forEach((worker) => worker.terminate()));
};
