/** Deletes released roots. Work interrupted by a crash is resumed from `root_discard`. */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Wake } from "../../kernel/duties.ts";
import { discard, keyOf, lockRoots } from "./rows.ts";
import type { ReferenceStates, ContentOwners } from "./model.ts";

/** Roots of a transaction, during which no deployment can be published. */
const rootsAtOnce = 100;
const dutyName = "Delete unreferenced content";

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly wake: Wake;
  statesOf(trx: Trx, cids: readonly string[]): Promise<ReferenceStates>;
}

type Clearing = Pick<ContentOwners, "clear" | "duties"> & {
  /** Schedules clearing. */
  soon(): void;
};

export const createClearing = ({ engines: { database, blocks }, wake, statesOf }: Deps): Clearing => {
  const { db } = database;
  let running: Promise<void> = Promise.resolve();

  /** Roots that another transaction uses, or whose decision is postponed, stay for the next run. */
  const clearSome = async (keys: readonly Buffer[]): Promise<void> => {
    const cids = keys.map((key) => CID.decode(key).toString());
    const dropped = await db.transaction().execute(async (trx) => {
      await lockRoots(trx);
      const { seized, missing } = await blocks.seizeRoots(trx, cids);
      const states = await statesOf(trx, seized);
      const decided = [...missing, ...seized.filter((cid) => states.get(cid) !== "busy")];
      await trx
        .deleteFrom("root_discard")
        .where("cid", "=", sql<Buffer>`any(${decided.map(keyOf)}::bytea[])`)
        .execute();
      const removed = await blocks.dropRoots(
        trx,
        seized.filter((cid) => !states.has(cid)),
      );
      await discard(trx, removed.parts.map(keyOf));
      return removed;
    });
    await dropped.remove();
  };

  const clearAll = async (): Promise<void> => {
    let after: Buffer = Buffer.alloc(0);
    for (let count = rootsAtOnce; count === rootsAtOnce;) {
      const rows = await db
        .selectFrom("root_discard")
        .select("cid")
        .where("cid", ">", after)
        .orderBy("cid")
        .limit(rootsAtOnce)
        .execute();
      count = rows.length;
      if (count > 0) await clearSome(rows.map(({ cid }) => cid));
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
