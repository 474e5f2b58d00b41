/** Bot commands: /start, /stop and /help. A repeated delivery of a command is answered once. */
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Bot } from "../bot/service.ts";
import type { BotMessages } from "./bot-messages.ts";
import { help, openButton, stopped, welcome } from "./messages.ts";
import type { MessageContent } from "./bot-messages.ts";

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly bot: Pick<Bot, "onCommand">;
  readonly messages: Pick<BotMessages, "write">;
  /** URL of the mini app, with its start parameter. */
  appUrl(startParam: string): string;
}

export const answerCommands = ({ database, bot, messages, appUrl }: Deps): void => {
  const open = (startParam: string) => ({ text: openButton, url: appUrl(startParam) });
  const answer = (name: string, react: (trx: Trx, userId: number, argument: string) => Promise<MessageContent>): void =>
    bot.onCommand(name, async ({ argument, message }) => {
      const userId = message.chat.id;
      await database.db.transaction().execute(async (trx) => {
        const content = await react(trx, userId, argument);
        await messages.write(trx, { key: `${name}:${userId}:${message.message_id}`, userId, ...content });
      });
    });
  answer("start", async (trx, userId, argument) => {
    await allowMessages(trx, userId);
    return { text: welcome, button: open(argument) };
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

/** Allows the bot to message the user from now on. */
const allowMessages = async (trx: Trx, userId: number): Promise<void> => {
  const free = { stopped_at: null, blocked_at: null };
  await trx
    .insertInto("messaging_chat")
    .values({ user_id: BigInt(userId), ...free })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(free))
    .execute();
};
