import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { PendingEmail } from "../../../../resources/account/email.ts";
import {
  emailCodeSeconds,
  emailCodesPerHour,
  emailCodeTries,
  emailResendSeconds,
} from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { hashOf, randomSecret, secondsFromNow } from "../secrets.ts";
import { secondsOf } from "../seconds-of.ts";

/**
 * Stores that a user entered an address, and returns the confirmation code: undefined if the address is another user's.
 * Both look the same from outside. Throws EMAIL_TOO_SOON.
 */
export const request = async (trx: Trx, personId: string, address: string): Promise<string | undefined> => {
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
export const confirm = async (trx: Trx, personId: string, code: string): Promise<string> => {
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

export const cancel = async (trx: Trx, personId: string): Promise<void> => {
  await trx.deleteFrom("email_request").where("person_id", "=", personId).execute();
};

/** The address that awaits confirmation. */
export const pendingOf = async (db: Db, personId: string): Promise<PendingEmail | null> => {
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
