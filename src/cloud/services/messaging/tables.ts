import type { Generated, JSONColumnType } from "kysely";
import type { Campaigns } from "../../../../resources/boost/start-param.ts";

/** Whose account an account of the messaging app is. */
interface PersonMessagingTable {
  user_id: bigint;
  person_id: string;
  created_at: Generated<Date>;
}

/** Somebody with whom the bot may talk: they began, and have not stopped it. */
interface MessagingChatTable {
  user_id: bigint;
  /** By /stop. */
  stopped_at: Date | null;
  /** The messaging app says that they have blocked the bot. */
  blocked_at: Date | null;
  created_at: Generated<Date>;
}

/** Something that the bot says, once for each key. */
interface MessagingLetterTable {
  key: string;
  user_id: bigint;
  content: JSONColumnType<LetterContent>;
  state: Generated<"WAITING" | "SENT" | "FAILED">;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  created_at: Generated<Date>;
}

export interface LetterContent {
  readonly text: string;
  /** Opens the mini app. */
  readonly button?: { readonly text: string; readonly url: string };
}

/** The advertising partner's campaigns by which somebody came. */
interface MessagingStartTable {
  person_id: string;
  partner: JSONColumnType<Campaigns>;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    person_messaging: PersonMessagingTable;
    messaging_chat: MessagingChatTable;
    messaging_letter: MessagingLetterTable;
    messaging_start: MessagingStartTable;
  }
}
