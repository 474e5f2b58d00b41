/** Creates encrypted backups regularly, and tells operators when the last one is old. */
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import type { Logger } from "pino";
import type { SystemState } from "../../../../resources/operator/processes.ts";
import type { Config } from "../../config.ts";
import type { Engines } from "../../engines/engines.ts";
import { openStore } from "../../engines/blocks/open.ts";
import type { Duty } from "../../kernel/duties.ts";
import { createBackup, storeBlobs } from "./create-backup.ts";
import { blobName } from "./manifest.ts";
import { openRepository } from "./repository.ts";
import { copySegments, currentChain, endChains } from "./write-ahead-log.ts";

export type Backups = ReturnType<typeof createBackups>;

export interface BackupState extends NonNullable<SystemState["backup"]> {
  readonly intervalSeconds: number;
}

const retrySeconds = 600;
/** A backup counts as old after this many intervals. */
const lateAfter = 2;
const hour = 3600;

interface Deps {
  readonly engines: Pick<Engines, "database">;
  readonly config: Config;
  readonly log: Pick<Logger, "info">;
}

export const createBackups = ({ engines: { database }, config, log }: Deps) => {
  const { db, connection, embedded } = database;
  const isOn = config.BACKUP_TO !== undefined;
  const copiesLog = isOn && embedded !== undefined && config.BACKUP_LOG_SECONDS > 0;

  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(connection);
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  const isDue = async (): Promise<boolean> => {
    const { rows } = await sql<{ due: boolean; failed: boolean }>`
      select not exists (
          select from backup where error is null and ended_at is not null
            and started_at > now() - make_interval(secs => ${config.BACKUP_HOURS * hour})
        ) as due,
        exists (
          select from backup where error is not null and started_at > now() - make_interval(secs => ${retrySeconds})
        ) as failed`.execute(db);
    const { due, failed } = rows[0]!;
    if (failed) return false;
    // Without the log since the last backup, only a new one makes points in time restorable again.
    return due || (copiesLog && (await withClient(currentChain)) === undefined);
  };

  const backUpDue = async (signal: AbortSignal): Promise<void> => {
    if (!(await isDue())) return;
    const { name, blobs, newBlobs, newBytes } = await createBackup({ config, connection, signal });
    log.info({ name, blobs, newBlobs, newBytes }, "Created a backup");
  };

  /** Names of the stored blobs, and the time up to which new ones are stored. */
  let stored: { readonly known: Map<string, Date>; upTo: Date } | undefined;
  const copyLog = async (signal: AbortSignal): Promise<void> => {
    if ((await withClient(currentChain)) === undefined) return;
    const repository = await openRepository(config, { isNew: true });
    if (!stored) {
      const known = new Map<string, Date>();
      for await (const { name, writtenAt } of repository.list(blobName(""))) known.set(name, writtenAt);
      stored = { known, upTo: new Date(0) };
    }
    const { known, upTo } = stored;
    const storeNew = async (): Promise<void> => {
      const { rows } = await sql<{ id: string; at: Date }>`
        select id, created_at as at from blob where created_at >= ${upTo}::timestamptz - interval '10 min'`.execute(db);
      // Packs of repositories have no time; there are few.
      const packs = await db.selectFrom("git_pack").select("blob_id as id").execute();
      const ids = [...rows, ...packs].map(({ id }) => id);
      await storeBlobs(await openStore(config), ids, repository, known, signal);
      stored = { known, upTo: new Date(Math.max(upTo.getTime(), ...rows.map(({ at }) => at.getTime()))) };
    };
    const dataDir = join(config.DATA_DIR, "postgres/data");
    const at = await withClient((client) => copySegments(client, dataDir, repository, storeNew));
    if (at) await db.updateTable("instance").set({ backup_log_at: at }).execute();
  };

  /** The last backup; undefined while BACKUP_TO is not set. */
  const state = async (): Promise<BackupState | undefined> => {
    if (!isOn) return undefined;
    const { rows } = await sql<{
      endedAt: Date | null;
      totalBytes: bigint | null;
      logAt: Date | null;
      isLate: boolean;
    }>`
      select ended_at as "endedAt", total_bytes as "totalBytes", backup_log_at as "logAt",
        coalesce(ended_at, created_at) < now() - make_interval(secs => ${config.BACKUP_HOURS * hour * lateAfter}) as "isLate"
      from instance left join lateral (
        select ended_at, total_bytes from backup where error is null and ended_at is not null order by ended_at desc limit 1
      ) as last on true`.execute(db);
    const { endedAt, totalBytes, logAt, isLate } = rows[0]!;
    const secondsOf = (time: Date | null) => (time === null ? null : Math.floor(time.getTime() / 1000));
    return {
      endedAt: secondsOf(endedAt),
      bytes: totalBytes === null ? null : Number(totalBytes),
      logAt: copiesLog ? secondsOf(logAt) : null,
      isLate,
      intervalSeconds: config.BACKUP_HOURS * hour,
    };
  };

  return {
    state,
    duties: (isOn
      ? [
          { name: "Create backups", every: "1 min", scope: "cluster", timeout: "1 d", run: backUpDue },
          ...(copiesLog
            ? [
                {
                  name: "Copy the database log to the backups",
                  every: `${config.BACKUP_LOG_SECONDS} s`,
                  scope: "cluster",
                  timeout: "1 h",
                  run: copyLog,
                } as const,
              ]
            : []),
        ]
      : []) satisfies readonly Duty[],
    // Otherwise the log that nothing copies would fill the disk.
    start: async (): Promise<void> => {
      if (embedded && !copiesLog) await withClient(endChains);
    },
  };
};
