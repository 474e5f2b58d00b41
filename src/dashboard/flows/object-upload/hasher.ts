import { NetworkError } from "../../api/errors.ts";
import type { Hashed } from "./send-file.ts";
import type { HashRequest, HashResult } from "./hash-worker.ts";

/** The file can't be read any more: it was moved, deleted or changed. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/**
 * Hashes bytes in a worker, which starts with the first call. Throws Unreadable, and NetworkError if its code failed to
 * load.
 */
export const createHasher = (): ((bytes: Blob) => Promise<Hashed>) => {
  const waiting = new Map<number, (result: HashResult | NetworkError) => void>();
  let worker: Worker | undefined;
  let lastId = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    started.onmessage = ({ data }: MessageEvent<HashResult>) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
    // Its code failed to load: the next call starts another.
    started.onerror = () => {
      worker = undefined;
      for (const settle of waiting.values()) settle(new NetworkError("The worker's code did not arrive."));
      waiting.clear();
    };
    return started;
  };

  return (bytes) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, (result) => {
        if (result instanceof NetworkError) reject(result);
        else if ("problem" in result) reject(new Unreadable(result.problem));
        else resolve(result);
      });
      (worker ??= start()).postMessage({ id, bytes } satisfies HashRequest);
    });
};
