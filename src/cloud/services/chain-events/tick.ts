import { nextBlock } from "./cursor.ts";
import type { Watched } from "./deps.ts";
import { rewind } from "./rewind.ts";
import { scan } from "./scan.ts";
import { settle } from "./settle.ts";
import { reportWaiting } from "./waiting.ts";

/** Maximum reorganizations in one read; further ones wait for the next. */
const attempts = 5;

/**
 * Reads a chain once: rewinds to the common block, reads new blocks, settles confirmed events. Safe to kill at any
 * point, and to run twice. Returns false when the chain reorganized meanwhile.
 */
export const tick = async (watched: Watched): Promise<boolean> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const head = await watched.reader.head();
    const next = await rewind(watched, await nextBlock(watched.database.db, watched.chain), head);
    if (!(await scan(watched, next, head))) continue;
    await settle(watched, head);
    if (next <= head) await reportWaiting(watched);
    return true;
  }
  return false;
};
