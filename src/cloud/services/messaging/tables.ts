import type { Generated, JSONColumnType } from "kysely";
import type { Campaigns } from "../../../../resources/boost/start-param.ts";

/** Maps messaging-app accounts to users. */
interface PersonMessagingTable {
  user_id: bigint;
  person_id: string;
  created_at: Generated<Date>;
}

/** A user who allows bot messages: started the bot and has not stopped it. */
interface MessagingChatTable {
  user_id: bigint;
  /** Stopped by /stop. */
  stopped_at: Date | null;
  /** The user blocked the bot, according to the messaging app. */
  blocked_at: Date | null;
  created_at: Generated<Date>;
}

/** A bot message, once per key. */
interface BotMessageTable {
  key: string;
  user_id: bigint;
  content: JSONColumnType<MessageContent>;
  state: Generated<"WAITING" | "SENT" | "FAILED">;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  created_at: Generated<Date>;
}

export interface MessageContent {
  readonly text: string;
  /** URL of the mini app. */
  readonly button?: { readonly text: string; readonly url: string };
}

/** The advertising partner's campaigns through which a user came. */
interface MessagingStartTable {
  person_id: string;
  partner: JSONColumnType<Campaigns>;
  created_at: Generated<Date>;
}

/** A messaging-app id created by a user of the emulator. */
interface MessagingEmulatedTable {
  user_id: bigint;
  person_id: string;
  created_at: Generated<Date>;
}

/** SHA-256 of used init data, until it expires. */
interface MessagingUsedTable {
  hash: Buffer;
  expires_at: Date;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    person_messaging: PersonMessagingTable;
    messaging_chat: MessagingChatTable;
    messaging_letter: BotMessageTable;
    messaging_start: MessagingStartTable;
    messaging_emulated: MessagingEmulatedTable;
    messaging_used: MessagingUsedTable;
  }
}
