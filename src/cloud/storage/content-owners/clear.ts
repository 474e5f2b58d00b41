/** Deletes released roots. Work interrupted by a crash is resumed from `root_discard`. */
import { CID } from "multiformats/cid";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Wake } from "../../kernel/duties.ts";
import { discard, keyOf, lockRoots } from "./rows.ts";
import type { ReferenceState, ContentOwners } from "./model.ts";

const rowsAtOnce = 500;
const dutyName = "Delete unreferenced content";

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly wake: Wake;
  answerOf(trx: Trx, cid: string): Promise<ReferenceState>;
}

type Clearing = Pick<ContentOwners, "clear" | "duties"> & {
  /** Schedules clearing. */
  soon(): void;
};

export const createClearing = ({ engines: { database, blocks }, wake, answerOf }: Deps): Clearing => {
  const { db } = database;
  let running: Promise<void> = Promise.resolve();

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

  return {
    clear,
    // The caller's transaction may outlast the delay; the periodic run then finds the roots.
    soon: () => wake(dutyName, "1 s"),
    duties: [{ name: dutyName, every: "1 min", scope: "cluster", timeout: "1 h", run: clear }],
  };
};
