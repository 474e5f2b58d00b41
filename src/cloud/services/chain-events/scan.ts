/** Reads what is new on a chain: block by block near its head, in ranges where nothing is taken back any more. */
import { keepBlock, keptHash, moveCursor } from "./cursor.ts";
import { noteEvent } from "./events.ts";
import type { Effect } from "./handler.ts";
import { parseLogs, type FoundEvent } from "./parse-logs.ts";
import type { Watched } from "./parts.ts";

/** Blocks that nodes give the events of in one answer. */
const rangeBlocks = 500;
/** This near the head, or so many times the confirmations, each block is looked at by itself. */
const nearBlocks = 64;
const nearConfirmations = 4;

interface Read {
  readonly last: { readonly number: number; readonly hash: string };
  readonly events: readonly FoundEvent[];
}

/** Returns whether all up to `head` was read; false when the chain has taken another way meanwhile. */
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
  const parent = await keptHash(database.db, chain, number - 1);
  if (!header || (parent !== undefined && parent !== header.parentHash)) return undefined;
  return { last: header, events: parseLogs(await reader.logsIn(header.hash), chain.contracts) };
};

const range = async (watched: Watched, first: number, upTo: number): Promise<Read | undefined> => {
  const { reader, chain } = watched;
  const last = await reader.header(Math.min(first + rangeBlocks - 1, upTo));
  if (!last) return undefined;
  return { last, events: parseLogs(await reader.logsBetween(first, last.number), chain.contracts) };
};

/** Events and cursor in one transaction: after a crash it goes on where it was. */
const keep = async (watched: Watched, first: number, { last, events }: Read): Promise<void> => {
  const { chain, database } = watched;
  const effects = await database.db.transaction().execute(async (trx): Promise<Effect[]> => {
    if (!(await moveCursor(trx, chain, first, last.number + 1))) throw new Error(`${chain.key} is read elsewhere.`);
    await keepBlock(trx, chain, last);
    const made: Effect[] = [];
    for (const event of events) {
      const effect = await noteEvent(watched, trx, event);
      if (effect) made.push(effect);
    }
    return made;
  });
  effects.forEach((effect) => effect());
};
