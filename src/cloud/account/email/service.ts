/** Email: sending it, and the addresses that users confirm. */
import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import { emailAddress, type PendingEmail } from "../../../../resources/account/email.ts";
import type { Trx, Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { MailError, type Mailer } from "../../engines/mailer/mailer.ts";
import type { Duty } from "../../kernel/duties.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Effect } from "../../kernel/events.ts";
import type { ConfirmedEmail } from "../events.ts";
import {
  emailCodeSeconds,
  emailCodesPerHour,
  emailCodeTries,
  emailResendSeconds,
  mailKeptSeconds,
} from "../../../../resources/limits.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../kernel/secrets.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

/** An email in plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The user who entered an unconfirmed address: the mailbox of a development instance shows it to them. */
  readonly askedBy?: string;
}

export type Mail = ReturnType<typeof createMail>;

const mailQueue = "mail";
/**
 * A mail server may be unavailable for hours (RFC 5321 §4.5.4.1 asks for patience): the last attempt is about four
 * hours after the first.
 */
const mailRetries = 12;
const backOffSeconds = 2;
const sendSeconds = 120;
const concurrency = 2;
const subjectMax = 200;

type MailEngines = Pick<Engines, "database" | "jobs" | "mailer">;

export const createMail = (engines: MailEngines, log: Logger) => {
  const { jobs, mailer, database } = engines;
  /** Deletes emails older than the retention period. */
  const sweep = async (): Promise<void> => {
    await database.db
      .deleteFrom("mail")
      .where("created_at", "<", sql<Date>`now() - make_interval(secs => ${mailKeptSeconds})`)
      .execute();
  };
  return {
    /** `none`: mail is not configured, and `queue` throws. */
    way: mailer.way,
    /**
     * Queues an email in the transaction that caused it; it is sent after the commit. Throws MAIL_NOT_CONFIGURED, and
     * INVALID_INPUT for an invalid address.
     */
    queue: async (trx: Trx, { to, subject, text, askedBy }: Email): Promise<void> => {
      if (mailer.way === "none") throw new AppError("MAIL_NOT_CONFIGURED");
      if (!emailAddress.safeParse(to).success) throw new AppError("INVALID_INPUT", { message: "Invalid email" });
      const id = randomUUID();
      const state = mailer.way === "outbox" ? "kept" : "waiting";
      await trx
        .insertInto("mail")
        .values({ id, recipient: to, subject: oneLine(subject), body: text, state, asked_by: askedBy ?? null })
        .execute();
      if (state === "waiting") await jobs.send(trx, mailQueue, { id }, { key: id });
    },
    /** Creates the email queue. Once per process before any email is queued. */
    define: (): Promise<void> =>
      jobs.define(mailQueue, { concurrency, retries: mailRetries, expireSeconds: sendSeconds, backOffSeconds }),
    /** Starts sending emails. */
    work: (): Promise<void> =>
      jobs.work<{ id: string }>(mailQueue, ({ id }) =>
        deliver(database.db, mailer, { id, lastAttempt: mailRetries + 1 }, log),
      ),
    sweep,
    duties: [{ name: "Delete old emails", every: "1 h", scope: "cluster", run: sweep }] satisfies readonly Duty[],
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
    await settleMail(db, id, { state: isOver ? "failed" : "waiting", problem });
    if (!isOver) throw error;
    log.warn({ err: error, mailId: id }, "Sending an email failed");
    return;
  }
  // Sent texts are deleted, since they may contain a code or an invitation.
  await settleMail(db, id, { state: "sent", body: "", problem: "", sent_at: sql<Date>`now()` });
};

const settleMail = async (db: Db, id: string, values: object): Promise<void> => {
  await db.updateTable("mail").set(values).where("id", "=", id).execute();
};

export type Emails = ReturnType<typeof createEmails>;

interface Deps {
  readonly mail: Pick<Mail, "way" | "queue">;
  /** URL of the dashboard. */
  dashboardUrl(): string;
  /** Called in the transaction that confirms an address; resolves to the effects to run after the commit. */
  confirmed(trx: Trx, confirmation: ConfirmedEmail): Promise<readonly Effect[]>;
}

/** Users' email addresses. */
export const createEmails = ({ mail, dashboardUrl, confirmed }: Deps) => {
  return {
    /** How emails are sent: without mail no address can be confirmed. */
    way: mail.way,
    /** The confirmed address. */
    addressOf,
    pendingOf,
    /** Sends a code to the address. Throws MAIL_NOT_CONFIGURED and EMAIL_TOO_SOON. */
    request: async (trx: Trx, personId: string, address: string): Promise<PendingEmail> => {
      if (mail.way === "none") throw new AppError("MAIL_NOT_CONFIGURED");
      const code = await request(trx, personId, address);
      const { username } = await trx
        .selectFrom("person")
        .select("username")
        .where("id", "=", personId)
        .executeTakeFirstOrThrow();
      const written = { to: address, username, url: dashboardUrl() };
      // Only the other user may learn that the address is theirs.
      await mail.queue(
        trx,
        code === undefined ? addressTakenEmail(written) : { ...codeEmail(written, code), askedBy: personId },
      );
      return (await pendingOf(trx, personId))!;
    },
    /** Call `tell` after the commit. Throws EMAIL_CODE_WRONG, EMAIL_CODE_EXPIRED or EMAIL_TAKEN. */
    confirm: async (
      trx: Trx,
      personId: string,
      code: string,
    ): Promise<{ readonly email: string; readonly tell: Effect }> => {
      const email = await confirm(trx, personId, code);
      const effects = await confirmed(trx, { personId, email });
      return { email, tell: () => effects.forEach((effect) => effect()) };
    },
    /** Cancels the pending address. */
    cancel,
    /** Returns the removed address, confirmed or not. */
    remove: async (trx: Trx, personId: string): Promise<string | undefined> => {
      const address = (await addressOf(trx, personId)) ?? (await pendingOf(trx, personId))?.email;
      await trx.deleteFrom("email").where("person_id", "=", personId).execute();
      await cancel(trx, personId);
      return address;
    },
  };
};

const addressOf = async (db: Db, personId: string): Promise<string | null> => {
  const row = await db.selectFrom("email").select("address").where("person_id", "=", personId).executeTakeFirst();
  return row?.address ?? null;
};

interface Written {
  readonly to: string;
  /** Username of the requesting user, as the dashboard shows it. */
  readonly username: string;
  /** URL of the dashboard. */
  readonly url: string;
}

const minutes = emailCodeSeconds / 60;

/** The email with the code that confirms an address. */
const codeEmail = ({ to, username, url }: Written, code: string): Email => ({
  to,
  subject: `${code} is your Freehold code`,
  text: `${code}

Enter this code at ${url}/account/config to confirm this address for the account ${username}.
The code expires in ${minutes} minutes.

If you didn't request it, ignore this email. The address won't be added.
`,
});

/** Sent to an address that belongs to another account: only its owner may learn that. */
const addressTakenEmail = ({ to, username, url }: Written): Email => ({
  to,
  subject: "Your email address is already in use on Freehold",
  text: `Someone tried to add this address to the account ${username} at ${url}.

The address belongs to another account, so nothing was changed. If this was you, sign in with that
account's wallet and remove the address there first: ${url}/account/config
`,
});

/**
 * Stores that a user entered an address, and returns the confirmation code: undefined if the address is another user's.
 * Both look the same from outside. Throws EMAIL_TOO_SOON.
 */
const request = async (trx: Trx, personId: string, address: string): Promise<string | undefined> => {
  await refuseFlood(trx, personId, address);
  const owner = await trx.selectFrom("email").select("person_id").where("address", "=", address).executeTakeFirst();
  const isTaken = owner !== undefined && owner.person_id !== personId;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const values = {
    address,
    // The hash of a random secret: no code matches.
    hash: isTaken ? hashOf(randomSecret()) : hashOfCode(personId, code),
    tries: 0,
    sent_at: new Date(),
    expires_at: secondsFromNow(emailCodeSeconds),
  };
  await trx
    .insertInto("email_request")
    .values({ person_id: personId, ...values })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(values))
    .execute();
  return isTaken ? undefined : code;
};

/**
 * Redeems the code: the address then belongs to the user. Throws EMAIL_CODE_WRONG, EMAIL_CODE_EXPIRED or EMAIL_TAKEN.
 */
const confirm = async (trx: Trx, personId: string, code: string): Promise<string> => {
  const pending = await trx
    .updateTable("email_request")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("person_id", "=", personId)
    .returningAll()
    .executeTakeFirst();
  if (!pending || pending.expires_at < new Date() || pending.tries > emailCodeTries)
    throw new AppError("EMAIL_CODE_EXPIRED");
  if (!pending.hash.equals(hashOfCode(personId, code))) {
    const message = pending.tries === emailCodeTries ? "This was your last attempt. Request another email." : undefined;
    throw new AppError("EMAIL_CODE_WRONG", { ...(message && { message }), keepsChanges: true });
  }
  await cancel(trx, personId);
  await assign(trx, personId, pending.address);
  return pending.address;
};

const cancel = async (trx: Trx, personId: string): Promise<void> => {
  await trx.deleteFrom("email_request").where("person_id", "=", personId).execute();
};

/** The address that awaits confirmation. */
const pendingOf = async (db: Db, personId: string): Promise<PendingEmail | null> => {
  const pending = await db
    .selectFrom("email_request")
    .select(["address", "sent_at", "expires_at"])
    .where("person_id", "=", personId)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!pending) return null;
  const sentAt = secondsOf(pending.sent_at);
  return {
    email: pending.address,
    expiresAt: secondsOf(pending.expires_at),
    resendAt: sentAt + emailResendSeconds,
  };
};

/** The mailbox owner is proven, so it is safe to say that another account was faster. */
const assign = async (trx: Trx, personId: string, address: string): Promise<void> => {
  const held = await trx
    .insertInto("email")
    .values({ person_id: personId, address })
    .onConflict((conflict) =>
      conflict.column("person_id").doUpdateSet({ address, confirmed_at: new Date() }).where(isFree(address, personId)),
    )
    .returning("person_id")
    .executeTakeFirst()
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === uniqueViolation) throw new AppError("EMAIL_TAKEN");
      throw error;
    });
  if (!held) throw new AppError("EMAIL_TAKEN");
};

const uniqueViolation = "23505";

const isFree = (address: string, personId: string) =>
  sql<boolean>`not exists (select from email as other where other.address = ${address} and other.person_id <> ${personId})`;

/** One email a minute, ten an hour, for each user and each address. */
const refuseFlood = async (trx: Trx, personId: string, address: string): Promise<void> => {
  // Serializes requests of one user and for one address.
  await sql`select pg_advisory_xact_lock(hashtext(key)) from unnest(${sortedKeys(personId, address)}::text[]) as key`.execute(
    trx,
  );
  // Skips rows that another request is deleting.
  await sql`
    delete from email_sending where ctid in (
      select ctid from email_sending where sent_at < now() - interval '1 hour' for update skip locked
    )`.execute(trx);
  const { hour, minute } = await trx
    .selectFrom("email_sending")
    .select(({ fn, eb }) => [
      fn.countAll<bigint>().as("hour"),
      fn
        .countAll<bigint>()
        .filterWhere(eb("sent_at", ">", sql<Date>`now() - make_interval(secs => ${emailResendSeconds})`))
        .as("minute"),
    ])
    .where((eb) => eb.or([eb("person_id", "=", personId), eb("address", "=", address)]))
    .executeTakeFirstOrThrow();
  if (minute > 0n || hour >= BigInt(emailCodesPerHour)) throw new AppError("EMAIL_TOO_SOON");
  await trx.insertInto("email_sending").values({ person_id: personId, address }).execute();
};

const sortedKeys = (personId: string, address: string): string[] =>
  [`email ${personId}`, `email ${address}`].toSorted();

/** Includes the user, so that equal codes have different hashes. */
const hashOfCode = (personId: string, code: string): Buffer => hashOf(`${personId} ${code}`);
