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

  const answer = async (asked: readonly Waiting[]): Promise<void> => {
    try {
      const found = await objectsAt(db, asked);
      for (const one of asked) one.resolve(found.get(placeOf(one)));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      await answer(asked);
    }
    isRunning = false;
  };

  return (named) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...named, resolve, reject });
      if (!isRunning) void run();
    });
};
