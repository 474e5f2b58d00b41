/** One user per messaging-app account. */
import { sql } from "kysely";
import { usernameMax } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Auth } from "../auth/service.ts";
import type { InitUser } from "./init-data.ts";

/** Returns the user of a messaging-app account, created at the first sign-in with a team and a trial but no wallet. */
export const userOfMessaging = async (
  auth: Pick<Auth, "addUser">,
  trx: Trx,
  user: InitUser,
): Promise<{ readonly personId: string; readonly isNew: boolean }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messaging ${user.id}`}, 0))`.execute(trx);
  const existing = await trx
    .selectFrom("person_messaging")
    .select("person_id")
    .where("user_id", "=", BigInt(user.id))
    .executeTakeFirst();
  if (existing) return { personId: existing.person_id, isNew: false };
  const personId = await auth.addUser(trx, nameOf(user));
  await trx
    .insertInto("person_messaging")
    .values({ user_id: BigInt(user.id), person_id: personId })
    .execute();
  return { personId, isNew: true };
};

/** Moves a messaging account and its campaign to another user. */
export const moveMessaging = async (trx: Trx, fromId: string, toId: string): Promise<void> => {
  await trx.updateTable("person_messaging").set({ person_id: toId }).where("person_id", "=", fromId).execute();
  const start = await trx.selectFrom("messaging_start").select("person_id").where("person_id", "=", toId).execute();
  if (start.length === 0)
    await trx.updateTable("messaging_start").set({ person_id: toId }).where("person_id", "=", fromId).execute();
};

/** The user's id in the messaging app; undefined for users who don't come from there. */
export const messagingIdOf = async (db: Db, personId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom("person_messaging")
    .select("user_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row && Number(row.user_id);
};

const nameOf = ({ id, username, first_name: first, last_name: last }: InitUser): string => {
  const name = username || `${first} ${last}`;
  // Three dots mark a shortened address.
  const plain = name.replaceAll(/[\p{C}…]/gu, "").trim();
  return Array.from(plain).slice(0, usernameMax).join("") || `User ${id}`;
};
