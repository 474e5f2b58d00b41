/** What the bot says to people: each once, in their order, not faster than the messaging app allows, to nobody who does not want it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { secondsFromNow } from "../secrets.ts";
import type { LetterContent } from "./tables.ts";

export interface Letter extends LetterContent {
  /** Two letters with the same key are one. */
  readonly key: string;
  readonly userId: number;
}

export interface Letters {
  /** Sends it once the transaction commits, unless a letter with this key was written before. */
  write(trx: Trx, letter: Letter): Promise<void>;
  define(): Promise<void>;
  work(): Promise<void>;
}

const queue = "messaging";
const retries = 8;
const backOffSeconds = 2;
const expireSeconds = 60;
/** The messaging app takes 30 messages a second from a bot. */
const pauseMs = 50;
const keptDays = 30;

interface Parts {
  readonly engines: Pick<Engines, "bot" | "database" | "jobs">;
  readonly log: Logger;
}

export const createLetters = ({ engines: { bot, database, jobs }, log }: Parts): Letters => {
  const { db } = database;
  const send = async ({ key }: { readonly key: string }): Promise<void> => {
    const letter = await db.selectFrom("messaging_letter").selectAll().where("key", "=", key).executeTakeFirst();
    if (letter?.state !== "WAITING") return;
    const { content } = letter;
    try {
      const api = await bot.api();
      await api.sendMessage(Number(letter.user_id), content.text, keyboardOf(content));
    } catch (error) {
      if (!(await isForGood(error))) throw error;
      log.info({ key }, "Somebody cannot be written to by the bot any more");
      await settle(db, key, "FAILED");
      await block(db, letter.user_id);
      return;
    }
    await settle(db, key, "SENT");
    await delay(pauseMs);
  };
  return {
    write: async (trx, { key, userId, text, button }) => {
      const content: LetterContent = { text, ...(button && { button }) };
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

/** Until they begin anew. */
const block = async (db: Db, userId: bigint): Promise<void> => {
  await db.updateTable("messaging_chat").set({ blocked_at: new Date() }).where("user_id", "=", userId).execute();
};

/** Whether trying again is of no use: the bot was blocked, or nobody ever began with it. */
const isForGood = async (error: unknown): Promise<boolean> => {
  const { GrammyError } = await import("grammy");
  return error instanceof GrammyError && (error.error_code === 403 || error.error_code === 400);
};

const keyboardOf = ({ button }: LetterContent) => {
  if (!button) return {};
  const { text, url } = button;
  // Mini apps open from addresses with https only; the stand-in takes any.
  return { reply_markup: { inline_keyboard: [[{ text, web_app: { url } }]] } };
};
