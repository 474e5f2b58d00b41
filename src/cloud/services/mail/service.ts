import { randomUUID } from "node:crypto";
import type { Trx } from "../../engines/database/database.ts";

/** A letter in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mail {
  /** Keeps a letter with the work that caused it; it leaves once that is committed. */
  queue(trx: Trx, letter: Letter): Promise<void>;
}

export const createMail = (): Mail => ({
  queue: async (trx, { to, subject, text }) => {
    await trx.insertInto("mail").values({ id: randomUUID(), recipient: to, subject, body: text }).execute();
  },
});
