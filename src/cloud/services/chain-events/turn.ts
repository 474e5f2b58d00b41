/** Leader election among processes by a database advisory lock. */
import type { Pool, PoolClient } from "pg";

export interface Turn {
  /** Whether this process leads, until `close` or a broken connection. */
  isMine(): Promise<boolean>;
  close(): Promise<void>;
}

export const createTurn = (pool: Pick<Pool, "connect">, lock: number): Turn => {
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
    // The lock ends with the connection.
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
      // Not returned to the pool: that would keep the lock.
      holder?.release(true);
      holder = undefined;
    },
  };
};
