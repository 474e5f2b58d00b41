import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../../engines/database/database.ts";
import { MailError, type Mailer } from "../../engines/mailer/mailer.ts";

interface Attempt {
  readonly id: string;
  /** Maximum number of attempts. */
  readonly lastAttempt: number;
}

/** Passes one email to the mail server. Throws when it must be retried. */
export const deliver = async (db: Db, mailer: Mailer, { id, lastAttempt }: Attempt, log: Logger): Promise<void> => {
  const email = await db
    .updateTable("mail")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
  if (!email) return;
  try {
    await mailer.send({ id, to: email.recipient, subject: email.subject, text: email.body });
  } catch (error) {
    const isOver = (error instanceof MailError && error.permanent) || email.attempts >= lastAttempt;
    const problem = (error as Error).message;
    await settle(db, id, { state: isOver ? "failed" : "waiting", problem });
    if (!isOver) throw error;
    log.warn({ err: error, mailId: id }, "Sending an email failed");
    return;
  }
  // Sent texts are deleted, since they may contain a code or an invitation.
  await settle(db, id, { state: "sent", body: "", problem: "", sent_at: sql<Date>`now()` });
};

const settle = async (db: Db, id: string, values: object): Promise<void> => {
  await db.updateTable("mail").set(values).where("id", "=", id).execute();
};
