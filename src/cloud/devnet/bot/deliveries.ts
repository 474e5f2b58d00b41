/** Delivers updates of the fake Bot API to the bot's webhook, with retries, like the messaging app. */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { fetchConfigured } from "../../engines/network/fetch.ts";
import { createRunner } from "../../kernel/repeat.ts";

export type Deliveries = ReturnType<typeof queueUpdates>;

/** What the owner runs. */

/** Queues updates; `wake` makes the owner deliver them. */
export const queueUpdates = ({ db }: Pick<Database, "db">, wake: () => void) => ({
  /** Queues an update in the caller's transaction; call `wake` after the commit. */
  add: async (trx: Trx, content: object): Promise<void> => {
    await trx
      .insertInto("bot_update")
      .values({ content: JSON.stringify(content) })
      .execute();
  },
  /** Delivers queued updates soon. */
  wake,
  /** Makes all queued updates due. */
  retry: async (): Promise<void> => {
    await db
      .updateTable("bot_update")
      .set({ next_at: sql<Date>`now()` })
      .execute();
    wake();
  },
});

/** Returns whether updates wait that can be delivered now. */
export const hasDueUpdates = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from bot_update, bot_key where next_at <= now() and webhook_url is not null limit 1`.execute(db);
  return rows.length > 0;
};

const patienceMs = 10_000;
/** Updates held by a killed process are due again after this. */
const leaseSeconds = 15;
const longestPauseSeconds = 60;
/** Updates are dropped after this. */
const retentionHours = 24;

export const createDeliveries = ({ db }: Pick<Database, "db">, log: Logger) => {
  let isClosed = false;

  /** Leases the oldest due update to this process. */
  const next = () =>
    db
      .updateTable("bot_update")
      .set({ attempts: sql`attempts + 1`, next_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
      .where("id", "=", (rows) =>
        rows
          .selectFrom("bot_update")
          .select("id")
          .where("next_at", "<=", sql<Date>`now()`)
          .orderBy("id")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["id", "content", "attempts"])
      .executeTakeFirst();

  /** Resolves to the milliseconds until the next update is due. */
  const sendAll = async (): Promise<number | undefined> => {
    const hook = await db.selectFrom("bot_key").select(["webhook_url", "webhook_secret"]).executeTakeFirst();
    if (!hook?.webhook_url) return undefined;
    for (let update = await next(); update && !isClosed; update = await next()) {
      const isTaken = await send(hook.webhook_url, hook.webhook_secret ?? "", update);
      if (isTaken) await db.deleteFrom("bot_update").where("id", "=", update.id).execute();
      else await later(update);
    }
    const waiting = await db
      .selectFrom("bot_update")
      .select(sql<number>`extract(epoch from min(next_at) - now())::float8`.as("seconds"))
      .executeTakeFirst();
    return waiting?.seconds == null ? undefined : Math.max(waiting.seconds * 1000, 50);
  };

  const later = async ({ id, attempts }: { id: bigint; attempts: number }): Promise<void> => {
    const pause = Math.min(2 ** (attempts - 1), longestPauseSeconds);
    await db
      .updateTable("bot_update")
      .set({ next_at: sql<Date>`now() + make_interval(secs => ${pause})` })
      .where("id", "=", id)
      .execute();
    const old = sql<Date>`now() - make_interval(hours => ${retentionHours})`;
    await db.deleteFrom("bot_update").where("created_at", "<", old).execute();
  };

  const send = async (
    url: string,
    secret: string,
    { id, content }: { id: bigint; content: object },
  ): Promise<boolean> => {
    try {
      const answer = await fetchConfigured(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
        body: JSON.stringify({ update_id: Number(id), ...content }),
        signal: AbortSignal.timeout(patienceMs),
      });
      if (!answer.ok) log.warn({ status: answer.status, update: Number(id) }, "The bot rejected an update");
      return answer.ok;
    } catch (error) {
      log.warn({ err: error, update: Number(id) }, "Can't reach the bot's webhook");
      return false;
    }
  };

  const delivery = createRunner(sendAll, (error) => {
    log.warn({ err: error }, "Could not send bot updates");
    return undefined;
  });
  return {
    deliverSoon: (): void => delivery.kick(),
    close: (): Promise<void> => {
      isClosed = true;
      return delivery.close();
    },
  };
};
