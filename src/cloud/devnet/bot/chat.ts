/** Private chats of the fake Bot API: messages are numbered and stored. */
import type { Message } from "grammy/types";
import type { Db } from "../../engines/database/database.ts";
import type { Payer } from "../../engines/bot/bot.ts";

const shownMax = 100;

/** Stores a message from a user or the bot. Returns it in Bot API format. */
export const addMessage = async (
  db: Db,
  chat: { readonly id: number; readonly first_name?: string },
  content: object,
): Promise<Message> => {
  const stored = {
    date: Math.floor(Date.now() / 1000),
    chat: { type: "private", ...chat },
    ...content,
  };
  const { id } = await db
    .insertInto("bot_message")
    .values({ chat_id: BigInt(chat.id), content: JSON.stringify(stored) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { message_id: Number(id), ...stored } as unknown as Message;
};

/** Returns the latest messages of a chat, oldest first. */
export const messagesOf = async (db: Db, chatId: number): Promise<object[]> => {
  const rows = await db
    .selectFrom("bot_message")
    .select(["id", "content"])
    .where("chat_id", "=", BigInt(chatId))
    .orderBy("id", "desc")
    .limit(shownMax)
    .execute();
  return rows.toReversed().map(({ id, content }) => ({ message_id: Number(id), ...content }));
};

/** Returns the entity of a command, like the messaging app does: "/start abc" starts with one of 6 characters. */
export const entitiesOf = (text: string): object => {
  const command = /^\/\w+/.exec(text)?.[0];
  return command === undefined ? {} : { entities: [{ type: "bot_command", offset: 0, length: command.length }] };
};

export const userOf = (payer: Payer) => ({ is_bot: false, ...payer });
