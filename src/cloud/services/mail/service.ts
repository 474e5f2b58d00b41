import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { emailAddress } from "../../../../resources/account/email.ts";
import { mailKeptSeconds } from "../../../../resources/limits.ts";
import type { Trx, Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { type MailTransport, MailError, type Mailer } from "../../engines/mailer/mailer.ts";
import type { Duty } from "../../kernel/duties.ts";
import { AppError } from "../../app-error.ts";

/** An email in plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The user who entered an unconfirmed address: the mailbox of a development instance shows it to them. */
  readonly askedBy?: string;
}

export interface Mail {
  /** `none`: mail is not configured, and `queue` throws. */
  readonly way: MailTransport;
  /**
   * Queues an email in the transaction that caused it; it is sent after the commit. Throws MAIL_NOT_CONFIGURED, and
   * INVALID_INPUT for an invalid address.
   */
  queue(trx: Trx, email: Email): Promise<void>;
  /** Creates the email queue. Once per process before any email is queued. */
  define(): Promise<void>;
  /** Starts sending emails. */
  work(): Promise<void>;
  /** Deletes emails older than the retention period. */
  sweep(): Promise<void>;
  readonly duties: readonly Duty[];
}

const mailQueue = "mail";
/**
 * A mail server may be unavailable for hours (RFC 5321 §4.5.4.1 asks for patience): the last attempt is about four
 * hours after the first.
 */
const retries = 12;
const backOffSeconds = 2;
const sendSeconds = 120;
const concurrency = 2;
const subjectMax = 200;

type MailEngines = Pick<Engines, "database" | "jobs" | "mailer">;

export const createMail = (engines: MailEngines, log: Logger): Mail => {
  const { jobs, mailer, database } = engines;
  const sweep = async (): Promise<void> => {
    await database.db
      .deleteFrom("mail")
      .where("created_at", "<", sql<Date>`now() - make_interval(secs => ${mailKeptSeconds})`)
      .execute();
  };
  return {
    way: mailer.way,
    queue: async (trx, { to, subject, text, askedBy }) => {
      if (mailer.way === "none") throw new AppError("MAIL_NOT_CONFIGURED");
      if (!emailAddress.safeParse(to).success) throw new AppError("INVALID_INPUT", { message: "Invalid Email" });
      const id = randomUUID();
      const state = mailer.way === "outbox" ? "kept" : "waiting";
      await trx
        .insertInto("mail")
        .values({ id, recipient: to, subject: oneLine(subject), body: text, state, asked_by: askedBy ?? null })
        .execute();
      if (state === "waiting") await jobs.send(trx, mailQueue, { id }, { key: id });
    },
    define: () => jobs.define(mailQueue, { concurrency, retries, expireSeconds: sendSeconds, backOffSeconds }),
    work: () =>
      jobs.work<{ id: string }>(mailQueue, ({ id }) =>
        deliver(database.db, mailer, { id, lastAttempt: retries + 1 }, log),
      ),
    sweep,
    duties: [{ name: "Delete old emails", every: "1 h", scope: "cluster", run: sweep }],
  };
};

/** A subject may contain user input; a line break in it would start another header. */
const oneLine = (subject: string): string =>
  subject
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, subjectMax);

interface Attempt {
  readonly id: string;
  /** Maximum number of attempts. */
  readonly lastAttempt: number;
}

/** Passes one email to the mail server. Throws when it must be retried. */
const deliver = async (db: Db, mailer: Mailer, { id, lastAttempt }: Attempt, log: Logger): Promise<void> => {
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
