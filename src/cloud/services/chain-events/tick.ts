import { nextBlock } from "./cursor.ts";
import type { Watched } from "./parts.ts";
import { rewind } from "./rewind.ts";
import { scan } from "./scan.ts";
import { settle } from "./settle.ts";
import { tellWaiting } from "./waiting.ts";

/** Chains that change their minds more often than this within one look are looked at again later. */
const attempts = 5;

/**
 * Looks at a chain once: goes back to where it still is what was read, reads what is new, settles what has its confirmations. Safe to
 * be killed at any point, and to run twice at a time. Returns false when the chain was moving under our feet.
 */
export const tick = async (watched: Watched): Promise<boolean> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const head = await watched.reader.head();
    const next = await rewind(watched, await nextBlock(watched.database.db, watched.chain), head);
    if (!(await scan(watched, next, head))) continue;
    await settle(watched, head);
    if (next <= head) await tellWaiting(watched);
    return true;
  }
  return false;
};
