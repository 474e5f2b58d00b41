import { loadChunk } from "../lib/load-chunk.ts";
import { NetworkError } from "./errors.ts";

/** The wire's code. Code that does not arrive is a network that fails. */
export const wire = () =>
  loadChunk(() => import("./transport.ts")).catch((error: unknown) => {
    throw new NetworkError((error as Error).message);
  });
