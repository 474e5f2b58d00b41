/** Deletes released roots. Work interrupted by a crash is resumed from `root_discard`. */
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { inBackground } from "../../engines/database/background.ts";
import { lockRoots } from "./lock.ts";
import { discard, keyOf } from "./rows.ts";
import type { HeldAnswer, ContentOwners } from "./service.ts";

const rowsAtOnce = 500;
const soonMs = 1000;
const everyMs = 60_000;

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly log: Logger;
  answerOf(trx: Trx, cid: string): Promise<HeldAnswer>;
}

type Clearing = Pick<ContentOwners, "clear" | "work" | "close"> & {
  /** Schedules clearing, if this process does background work. */
  soon(): void;
};

export const createClearing = ({ engines: { database, blocks }, log, answerOf }: Deps): Clearing => {
  const { db } = database;
  let running: Promise<void> = Promise.resolve();
  let isWorking = false;
  let again: NodeJS.Timeout | undefined;
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
      const gone = await blocks.dropRoot(trx, cid);
      if (gone) await discard(trx, gone.parts.map(keyOf));
      return gone;
    });
    await dropped?.remove();
  };

  const clearAll = async (): Promise<void> => {
    let after: Buffer = Buffer.alloc(0);
    for (let found = rowsAtOnce; found === rowsAtOnce;) {
      const rows = await db
        .selectFrom("root_discard")
        .select("cid")
        .where("cid", ">", after)
        .orderBy("cid")
        .limit(rowsAtOnce)
        .execute();
      for (const { cid } of rows) await clearOne(cid);
      found = rows.length;
      after = rows.at(-1)?.cid ?? after;
    }
  };

  const clear = (): Promise<void> => (running = running.catch(() => undefined).then(clearAll));
  const clearQuietly = (): void =>
    void clear().catch((error: unknown) => log.warn({ err: error }, "Could not delete unreferenced content"));

  return {
    clear,
    soon() {
      if (!isWorking || again) return;
      // The caller's transaction may outlast the delay; the periodic run then finds the roots.
      again = setTimeout(() => {
        again = undefined;
        inBackground(clearQuietly);
      }, soonMs);
    },
    async work() {
      isWorking = true;
      regular = setInterval(clearQuietly, everyMs);
      clearQuietly();
    },
    async close() {
      isWorking = false;
      clearTimeout(again);
      clearInterval(regular);
      await running.catch(() => undefined);
    },
  };
};
