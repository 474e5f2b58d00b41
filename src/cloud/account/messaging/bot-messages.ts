/** Bot messages to users: each sent once, in order, within the messaging app's rate limit, and only to users who allow it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";

export interface MessageContent {
  readonly text: string;
  readonly button?: { readonly text: string; readonly url: string };
}

declare module "../../engines/database/tables.ts" {
  interface ColumnTypes {
    "messaging_letter.content": MessageContent;
  }
}

export interface BotMessage extends MessageContent {
  /** Messages with the same key are sent once. */
  readonly key: string;
  readonly userId: number;
}

export interface BotMessages {
  /** Sends a message once the transaction commits, unless one with this key exists. */
  write(trx: Trx, message: BotMessage): Promise<void>;
  define(): Promise<void>;
  work(): Promise<void>;
}

const queue = "messaging";
const retries = 8;
const backOffSeconds = 2;
const expireSeconds = 60;
/** The messaging app's limit is 30 messages per second per bot. */
const pauseMs = 50;
const keptDays = 30;

interface Deps {
  readonly engines: Pick<Engines, "bot" | "database" | "jobs">;
  readonly log: Logger;
}

export const createBotMessages = ({ engines: { bot, database, jobs }, log }: Deps): BotMessages => {
  const { db } = database;
  const send = async ({ key }: { readonly key: string }): Promise<void> => {
    const message = await db.selectFrom("messaging_letter").selectAll().where("key", "=", key).executeTakeFirst();
    if (message?.state !== "WAITING") return;
    const { content } = message;
    try {
      const api = await bot.api();
      await api.sendMessage(Number(message.user_id), content.text, keyboardOf(content));
    } catch (error) {
      if (!(await isForGood(error))) throw error;
      log.info({ key }, "The bot can no longer message a user");
      await settle(db, key, "FAILED");
      await block(db, message.user_id);
      return;
    }
    await settle(db, key, "SENT");
    await delay(pauseMs);
  };
  return {
    write: async (trx, { key, userId, text, button }) => {
      const content: MessageContent = { text, ...(button && { button }) };
      const written = await trx
        .insertInto("messaging_letter")
        .values({ key, user_id: BigInt(userId), content: JSON.stringify(content) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("key")
        .executeTakeFirst();
      if (!written) return;
      await trx
        .deleteFrom("messaging_letter")
        .where("created_at", "<", secondsFromNow(-keptDays * 86_400))
        .execute();
      await jobs.send(trx, queue, { key }, { key });
    },
    define: () => jobs.define(queue, { concurrency: 1, retries, expireSeconds, backOffSeconds }),
    work: () => jobs.work(queue, send),
  };
};

const settle = async (db: Db, key: string, state: "SENT" | "FAILED"): Promise<void> => {
  await db.updateTable("messaging_letter").set({ state }).where("key", "=", key).execute();
};

/** Until the user sends /start again. */
const block = async (db: Db, userId: bigint): Promise<void> => {
  await db.updateTable("messaging_chat").set({ blocked_at: new Date() }).where("user_id", "=", userId).execute();
};

/** Returns whether retrying is pointless: the user blocked the bot or never started it. */
const isForGood = async (error: unknown): Promise<boolean> => {
  const { GrammyError } = await import("grammy");
  return error instanceof GrammyError && (error.error_code === 403 || error.error_code === 400);
};

const keyboardOf = ({ button }: MessageContent) => {
  if (!button) return {};
  const { text, url } = button;
  // Real mini apps require https URLs; the fake Bot API accepts any.
  return { reply_markup: { inline_keyboard: [[{ text, web_app: { url } }]] } };
};
