/** The bot engine: the messaging app's Bot API, by which a bot is paid in Stars and talks; or a stand-in of it in the cloud's own database. */
import type { Api } from "grammy";
import type { User } from "grammy/types";

export interface BotEngine {
  /** The Bot API is the cloud's own stand-in, and its Stars are worth nothing. */
  readonly embedded: boolean;
  /** The Bot API's client. It throws GrammyError when the API says no, and HttpError when it does not answer. */
  api(): Promise<Api>;
  /** The bot's token. With it the messaging app signs what it tells a mini app of its user. */
  token(): Promise<string>;
  /** Has updates sent to an address of ours, with the secret, from now on. */
  serveAt(url: string): Promise<void>;
  /** What comes with each update that is really for us. */
  webhookSecret(): Promise<string>;
  /** What people do in the messaging app, on the stand-in. */
  readonly standIn: BotStandIn | undefined;
  close(): Promise<void>;
}

export interface BotStandIn {
  invoice(slug: string): Promise<Invoice | undefined>;
  /**
   * Pays an invoice as `payer`: asks the bot first, as the messaging app does, and tells it once it is paid. Throws BotApiError
   * for an invoice that is not there.
   */
  pay(
    slug: string,
    payer: Payer,
  ): Promise<{ readonly status: "paid" } | { readonly status: "failed"; readonly reason: string }>;
  /** Writes to the bot in a private chat. */
  write(payer: Payer, text: string): Promise<void>;
  /** What was said in a chat, the oldest first, at most 100 messages. */
  messages(chatId: number): Promise<readonly object[]>;
}

export interface Invoice {
  readonly title: string;
  readonly description: string;
  readonly stars: number;
}

export type Payer = Pick<User, "id" | "first_name"> & Partial<Pick<User, "username" | "language_code">>;

/** What the Bot API says no with. */
export class BotApiError extends Error {
  override readonly name = "BotApiError";
  readonly code: number;

  constructor(code: number, description: string) {
    super(description);
    this.code = code;
  }
}
