/** Private chats of the stand-in: every message has its number and stays. */
import type { Message } from "grammy/types";
import type { Db } from "../../database/database.ts";
import type { Payer } from "../bot.ts";

const shownMax = 100;

/** Keeps what somebody or the bot said; returns it as the Bot API gives messages. */
export const addMessage = async (
  db: Db,
  chat: { readonly id: number; readonly first_name?: string },
  content: object,
): Promise<Message> => {
  const said = {
    date: Math.floor(Date.now() / 1000),
    chat: { type: "private", ...chat },
    ...content,
  };
  const { id } = await db
    .insertInto("bot_message")
    .values({ chat_id: BigInt(chat.id), content: JSON.stringify(said) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { message_id: Number(id), ...said } as unknown as Message;
};

/** The newest of a chat, the oldest of them first. */
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

/** As the messaging app marks commands: "/start abc" begins with one of 6 letters. */
export const entitiesOf = (text: string): object => {
  const command = /^\/\w+/.exec(text)?.[0];
  return command === undefined ? {} : { entities: [{ type: "bot_command", offset: 0, length: command.length }] };
};

export const personOf = (payer: Payer) => ({ is_bot: false, ...payer });
