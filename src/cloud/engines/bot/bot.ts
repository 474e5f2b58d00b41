/** The bot engine: the messaging app's Bot API for Star payments and messages, or a fake one in the database. */
import type { Api } from "grammy";
import type { User } from "grammy/types";

export interface BotEngine {
  /** The Bot API is fake, and its Stars have no value. */
  readonly embedded: boolean;
  /** The Bot API client. Throws GrammyError on an API error and HttpError when unreachable. */
  api(): Promise<Api>;
  /** The bot's token. The messaging app signs mini-app init data with it. */
  token(): Promise<string>;
  /** Registers the webhook URL with its secret. */
  serveAt(url: string): Promise<void>;
  /** The secret sent with each genuine update. */
  webhookSecret(): Promise<string>;
  /** User actions in the fake messaging app. */
  readonly simulator: BotSimulator | undefined;
  close(): Promise<void>;
}

export interface BotSimulator {
  invoice(slug: string): Promise<Invoice | undefined>;
  /** Pays an invoice as `payer`: sends the bot a pre-checkout query, then the payment. Throws BotApiError for an unknown invoice. */
  pay(
    slug: string,
    payer: Payer,
  ): Promise<{ readonly status: "paid" } | { readonly status: "failed"; readonly reason: string }>;
  /** Adds a member to a group or channel, @name or id, until this process ends. */
  join(chat: string, userId: number): void;
  /** Sends a message to the bot in a private chat. */
  write(payer: Payer, text: string): Promise<void>;
  /** Messages of a chat, oldest first, at most 100. */
  messages(chatId: number): Promise<readonly object[]>;
}

export interface Invoice {
  readonly title: string;
  readonly description: string;
  readonly stars: number;
}

export type Payer = Pick<User, "id" | "first_name"> & Partial<Pick<User, "username" | "language_code">>;

declare module "../database/tables.ts" {
  interface ColumnTypes {
    "bot_payment.payer": Payer;
  }
}

/** An error response of the Bot API. */
export class BotApiError extends Error {
  override readonly name = "BotApiError";
  readonly code: number;

  constructor(code: number, description: string) {
    super(description);
    this.code = code;
  }
}
