import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Payer } from "./bot.ts";

/** Of the stand-in: the bot's token, and where its updates are sent. */
export interface BotKeyTable {
  only_one: Generated<boolean>;
  sealed: Buffer;
  webhook_url: string | null;
  webhook_secret: string | null;
}

export interface BotInvoiceTable {
  /** What the link ends with. */
  slug: string;
  title: string;
  description: string;
  /** The bot's own words, which come back with the payment. */
  payload: string;
  stars: number;
  created_at: Generated<Date>;
}

/** ASKED: the bot has not answered yet. ACCEPTED: it will take it. PAID and REFUNDED are for good. */
export type BotPaymentStatus = "ASKED" | "ACCEPTED" | "REFUSED" | "PAID" | "REFUNDED";

export interface BotPaymentTable {
  /** Of the question that goes before the payment. */
  id: string;
  slug: string;
  charge_id: string;
  payer: JSONColumnType<Payer>;
  status: BotPaymentStatus;
  reason: string | null;
  created_at: Generated<Date>;
}

/** What the bot has not taken yet. */
export interface BotUpdateTable {
  id: ColumnType<bigint, never, never>;
  content: JSONColumnType<object>;
  attempts: Generated<number>;
  next_at: ColumnType<Date, Date | undefined, Date>;
  created_at: Generated<Date>;
}

/** What was said in private chats, by people and by the bot. */
export interface BotMessageTable {
  id: ColumnType<bigint, never, never>;
  chat_id: bigint;
  content: JSONColumnType<object>;
  created_at: Generated<Date>;
}

declare module "../database/tables.ts" {
  interface Tables {
    bot_key: BotKeyTable;
    bot_invoice: BotInvoiceTable;
    bot_payment: BotPaymentTable;
    bot_update: BotUpdateTable;
    bot_message: BotMessageTable;
  }
}
