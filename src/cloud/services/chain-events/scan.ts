/** Reads new blocks: one by one near the head, in ranges where nothing can be reverted. */
import { saveBlock, storedHash, moveCursor } from "./cursor.ts";
import { recordEvent } from "./events.ts";
import type { Effect } from "./handler.ts";
import { parseLogs, type FoundEvent } from "./parse-logs.ts";
import type { Watched } from "./deps.ts";

/** Maximum block range of a node's reply. */
const rangeBlocks = 500;
/** Near the head, within this distance or a multiple of the confirmations, each block is read separately. */
const nearBlocks = 64;
const nearConfirmations = 4;

interface Read {
  readonly last: { readonly number: number; readonly hash: string };
  readonly events: readonly FoundEvent[];
}

/** Returns whether everything up to `head` was read; false after a reorganization. */
export const scan = async (watched: Watched, first: number, head: number): Promise<boolean> => {
  const settledUpTo = head - Math.max(nearBlocks, nearConfirmations * watched.chain.confirmations);
  for (let next = first; next <= head;) {
    const read = next < settledUpTo ? await range(watched, next, settledUpTo) : await block(watched, next);
    if (!read) return false;
    await keep(watched, next, read);
    next = read.last.number + 1;
  }
  return true;
};

const block = async (watched: Watched, number: number): Promise<Read | undefined> => {
  const { reader, chain, database } = watched;
  const header = await reader.header(number);
  const parent = await storedHash(database.db, chain, number - 1);
  if (!header || (parent !== undefined && parent !== header.parentHash)) return undefined;
  return { last: header, events: parseLogs(await reader.logsIn(header.hash), chain.contracts) };
};

const range = async (watched: Watched, first: number, upTo: number): Promise<Read | undefined> => {
  const { reader, chain } = watched;
  const last = await reader.header(Math.min(first + rangeBlocks - 1, upTo));
  if (!last) return undefined;
  return { last, events: parseLogs(await reader.logsBetween(first, last.number), chain.contracts) };
};

/** Events and cursor in one transaction: reading resumes there after a crash. */
const keep = async (watched: Watched, first: number, { last, events }: Read): Promise<void> => {
  const { chain, database } = watched;
  const effects = await database.db.transaction().execute(async (trx): Promise<Effect[]> => {
    if (!(await moveCursor(trx, chain, first, last.number + 1))) throw new Error(`Another process reads ${chain.key}.`);
    await saveBlock(trx, chain, last);
    const made: Effect[] = [];
    for (const event of events) {
      const effect = await recordEvent(watched, trx, event);
      if (effect) made.push(effect);
    }
    return made;
  });
  effects.forEach((effect) => effect());
};
