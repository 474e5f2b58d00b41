/** Code of the client that is loaded when it is needed. */
import { loadChunk } from "../lib/async/load-chunk.ts";
import { NetworkError } from "./errors.ts";

/** Loads code of the client. A failure counts as a network error. */
export const loadCode = <T>(code: () => Promise<T>): Promise<T> =>
  loadChunk(code).catch((error: unknown) => {
    throw new NetworkError((error as Error).message);
  });

/** Loads the HTTP code. */
export const wire = () => loadCode(() => import("./transport.ts"));

/** Loads what calls with the node's token need. */
export const nodeCode = () => loadCode(() => import("./node.ts"));
