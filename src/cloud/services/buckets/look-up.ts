/** Looks up objects by name. Requests that arrive during a query share the next one. */
import type { Db } from "../../engines/database/database.ts";
import { objectsAt } from "./objects-at.ts";
import { placeOf } from "./place.ts";
import type { ObjectRow } from "./rows.ts";

type LookUp = (named: Named) => Promise<ObjectRow | undefined>;

interface Named {
  readonly bucketId: string;
  readonly key: string;
}

interface Waiting extends Named {
  resolve(row: ObjectRow | undefined): void;
  reject(error: unknown): void;
}

/** Never returns a result older than its request: requests during a query wait for the next one. */
export const createLookUp = (db: Db): LookUp => {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await objectsAt(db, batch);
      for (const lookup of batch) lookup.resolve(rows.get(placeOf(lookup)));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await runBatch(batch);
    }
    isRunning = false;
  };

  return (named) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...named, resolve, reject });
      if (!isRunning) void run();
    });
};
