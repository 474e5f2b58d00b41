/** Reverts events after a chain reorganization. */
import type { Effect } from "./handler.ts";
import { knownBlocks, deleteBlocks, moveCursor } from "./cursor.ts";
import { revertEvents } from "./events.ts";
import type { Watched } from "./deps.ts";

/** Returns the next block to read. Throws when another process reads this chain. */
export const rewind = async (watched: Watched, next: number, head: number): Promise<number> => {
  const { chain, database } = watched;
  const ancestor = await commonAncestor(watched, next, head);
  if (ancestor + 1 >= next) return next;
  const effects = await database.db.transaction().execute(async (trx): Promise<Effect[]> => {
    if (!(await moveCursor(trx, chain, next, ancestor + 1))) throw new Error(`Another process reads ${chain.key}.`);
    await deleteBlocks(trx, chain, ancestor);
    return revertEvents(watched, trx, ancestor);
  });
  effects.forEach((effect) => effect());
  return ancestor + 1;
};

/** Returns the newest block that was read and still exists. A lagging node proves nothing: only another hash does. */
const commonAncestor = async ({ chain, database, reader }: Watched, next: number, head: number): Promise<number> => {
  let isTrue = true;
  for (let below = Math.min(next, head + 1); ;) {
    const blocks = await knownBlocks(database.db, chain, below);
    for (const { number, hash } of blocks) {
      const header = await reader.header(number);
      if (!header) throw new Error(`${chain.key} does not return its block ${number}.`);
      if (header.hash === hash) return isTrue ? next - 1 : number;
      isTrue = false;
      below = number;
    }
    if (blocks.length === 0) return isTrue ? next - 1 : chain.startBlock - 1;
  }
};
