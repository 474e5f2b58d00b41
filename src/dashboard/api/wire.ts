import { loadChunk } from "../lib/load-chunk.ts";
import { NetworkError } from "./errors.ts";

/** Loads the HTTP code. A failure to load counts as a network error. */
export const wire = () =>
  loadChunk(() => import("./transport.ts")).catch((error: unknown) => {
    throw new NetworkError((error as Error).message);
  });
