import type { Database } from "../../../src/cloud/engines/database/database.ts";

/** Returns a function that counts a database's queries during an act; those of one transaction count as one. */
export const queryCounter = ({ pools }: Pick<Database, "pools">) => {
  let queries = 0;
  for (const pool of pools) pool.onWait(() => queries++);
  return async (act: () => Promise<unknown>): Promise<number> => {
    const before = queries;
    await act();
    return queries - before;
  };
};
