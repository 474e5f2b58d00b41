/** What people can say to the bot: /start, /stop and /help. A command that comes twice is answered once. */
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Bot } from "../bot/service.ts";
import type { Letters } from "./letters.ts";
import { help, openButton, stopped, welcome } from "./sentences.ts";
import type { LetterContent } from "./tables.ts";
import "./tables.ts";

interface Parts {
  readonly database: Pick<Database, "db">;
  readonly bot: Pick<Bot, "onCommand">;
  readonly letters: Pick<Letters, "write">;
  /** Where the mini app opens, with what it is started with. */
  appUrl(startParam: string): string;
}

export const answerCommands = ({ database, bot, letters, appUrl }: Parts): void => {
  const open = (startParam: string) => ({ text: openButton, url: appUrl(startParam) });
  const answer = (name: string, react: (trx: Trx, userId: number, words: string) => Promise<LetterContent>): void =>
    bot.onCommand(name, async ({ words, message }) => {
      const userId = message.chat.id;
      await database.db.transaction().execute(async (trx) => {
        const content = await react(trx, userId, words);
        await letters.write(trx, { key: `${name}:${userId}:${message.message_id}`, userId, ...content });
      });
    });
  answer("start", async (trx, userId, words) => {
    await beginChat(trx, userId);
    return { text: welcome, button: open(words) };
  });
  answer("stop", async (trx, userId) => {
    await trx
      .updateTable("messaging_chat")
      .set({ stopped_at: new Date() })
      .where("user_id", "=", BigInt(userId))
      .execute();
    return { text: stopped };
  });
  answer("help", async () => ({ text: help, button: open("") }));
};

/** From now on the bot may write to them. */
const beginChat = async (trx: Trx, userId: number): Promise<void> => {
  const free = { stopped_at: null, blocked_at: null };
  await trx
    .insertInto("messaging_chat")
    .values({ user_id: BigInt(userId), ...free })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(free))
    .execute();
};
