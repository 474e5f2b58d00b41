import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Payer } from "./bot.ts";

/** The fake bot's token and webhook. */
export interface BotKeyTable {
  only_one: Generated<boolean>;
  sealed: Buffer;
  webhook_url: string | null;
  webhook_secret: string | null;
}

export interface BotInvoiceTable {
  /** Last part of the link. */
  slug: string;
  title: string;
  description: string;
  /** The bot's payload, returned with the payment. */
  payload: string;
  stars: number;
  created_at: Generated<Date>;
}

/** ASKED: pre-checkout query sent. ACCEPTED: the bot agreed. PAID and REFUNDED are final. */
export type BotPaymentStatus = "ASKED" | "ACCEPTED" | "REFUSED" | "PAID" | "REFUNDED";

export interface BotPaymentTable {
  /** ID of the pre-checkout query. */
  id: string;
  slug: string;
  charge_id: string;
  payer: JSONColumnType<Payer>;
  status: BotPaymentStatus;
  reason: string | null;
  created_at: Generated<Date>;
}

/** Updates not yet delivered to the bot. */
export interface BotUpdateTable {
  id: ColumnType<bigint, never, never>;
  content: JSONColumnType<object>;
  attempts: Generated<number>;
  next_at: ColumnType<Date, Date | undefined, Date>;
  created_at: Generated<Date>;
}

/** Messages of private chats, from users and the bot. */
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
