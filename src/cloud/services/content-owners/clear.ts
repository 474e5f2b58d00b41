/** Deletes released roots. Work interrupted by a crash is resumed from `root_discard`. */
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { inBackground } from "../../engines/database/background.ts";
import { lockRoots } from "./lock.ts";
import { discard, keyOf } from "./rows.ts";
import type { ReferenceState, ContentOwners } from "./service.ts";

const rowsAtOnce = 500;
const delayMs = 1000;
const everyMs = 60_000;

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly log: Logger;
  answerOf(trx: Trx, cid: string): Promise<ReferenceState>;
}

type Clearing = Pick<ContentOwners, "clear" | "work" | "close"> & {
  /** Schedules clearing, if this process does background work. */
  soon(): void;
};

export const createClearing = ({ engines: { database, blocks }, log, answerOf }: Deps): Clearing => {
  const { db } = database;
  let running: Promise<void> = Promise.resolve();
  let isWorking = false;
  let scheduled: NodeJS.Timeout | undefined;
  let regular: NodeJS.Timeout | undefined;

  const clearOne = async (key: Buffer): Promise<void> => {
    const cid = CID.decode(key).toString();
    const dropped = await db.transaction().execute(async (trx) => {
      await lockRoots(trx);
      const isRoot = await blocks.seizeRoot(trx, cid);
      const answer = isRoot ? await answerOf(trx, cid) : undefined;
      if (answer === "busy") return undefined;
      await trx.deleteFrom("root_discard").where("cid", "=", key).execute();
      if (!isRoot || answer === "held") return undefined;
      const removed = await blocks.dropRoot(trx, cid);
      if (removed) await discard(trx, removed.parts.map(keyOf));
      return removed;
    });
    await dropped?.remove();
  };

  const clearAll = async (): Promise<void> => {
    let after: Buffer = Buffer.alloc(0);
    for (let batchSize = rowsAtOnce; batchSize === rowsAtOnce;) {
      const rows = await db
        .selectFrom("root_discard")
        .select("cid")
        .where("cid", ">", after)
        .orderBy("cid")
        .limit(rowsAtOnce)
        .execute();
      for (const { cid } of rows) await clearOne(cid);
      batchSize = rows.length;
      after = rows.at(-1)?.cid ?? after;
    }
  };

  const clear = (): Promise<void> => (running = running.catch(() => undefined).then(clearAll));
  const clearQuietly = (): void =>
    void clear().catch((error: unknown) => log.warn({ err: error }, "Could not delete unreferenced content"));

  return {
    clear,
    soon() {
      if (!isWorking || scheduled) return;
      // The caller's transaction may outlast the delay; the periodic run then finds the roots.
      scheduled = setTimeout(() => {
        scheduled = undefined;
        inBackground(clearQuietly);
      }, delayMs);
    },
    async work() {
      isWorking = true;
      regular = setInterval(clearQuietly, everyMs);
      clearQuietly();
    },
    async close() {
      isWorking = false;
      clearTimeout(scheduled);
      clearInterval(regular);
      await running.catch(() => undefined);
    },
  };
};
