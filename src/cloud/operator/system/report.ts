/** The row by which a process reports itself to operators. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import type { Config } from "../../config.ts";
import type { Database } from "../../engines/database/database.ts";
import { processId, version } from "../../kernel/process-id.ts";

const forgottenSeconds = 3600;

export const createReport = (
  { db, embedded }: Pick<Database, "db" | "embedded">,
  config: Pick<Config, "ROLE" | "WORKER_ID">,
) => {
  const id = randomUUID();
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  return {
    /** Writes the row; due every few seconds. */
    write: async (): Promise<void> => {
      const memory = BigInt(process.memoryUsage.rss());
      const values = { memory, seen_at: sql<Date>`now()` };
      await db
        .insertInto("process")
        .values({
          id,
          name: processId(config),
          host: hostname(),
          roles: config.ROLE.join(", "),
          version,
          started_at: startedAt,
          ...values,
        })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
      const gone = sql<boolean>`seen_at < now() - make_interval(secs => ${forgottenSeconds})`;
      // An embedded database has one process: others are killed predecessors.
      await db
        .deleteFrom("process")
        .where("id", "<>", id)
        .where(embedded ? sql<boolean>`true` : gone)
        .execute();
    },
    /** Forgets this process: it stops on purpose. */
    close: async (): Promise<void> => {
      await db.deleteFrom("process").where("id", "=", id).execute();
    },
  };
};
