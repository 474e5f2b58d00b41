/** Which of several processes does what only one at a time should do: whoever holds an advisory lock of the database. */
import type { Pool, PoolClient } from "pg";

export interface Turn {
  /** Whether it is this process's turn; it stays so until `close`, or until its connection breaks. */
  isMine(): Promise<boolean>;
  close(): Promise<void>;
}

export const createTurn = (pool: Pool, lock: number): Turn => {
  let holder: PoolClient | undefined;
  let asking: Promise<boolean> | undefined;

  const ask = async (): Promise<boolean> => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [lock]);
      if (!rows[0]!.mine) {
        client.release();
        return false;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    holder = client;
    // With the connection goes the lock.
    client.once("end", () => (holder = undefined));
    client.once("error", () => (holder = undefined));
    return true;
  };

  return {
    isMine: () => {
      if (holder) return Promise.resolve(true);
      return (asking ??= ask().finally(() => (asking = undefined)));
    },
    close: async () => {
      await asking?.catch(() => false);
      // Not given back to the pool: that would keep the lock.
      holder?.release(true);
      holder = undefined;
    },
  };
};
