import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { newPersonalCode, normalCode } from "./codes.ts";

/** Returns a user's personal code for invite links, created on first use. */
export const personalCode = async (db: Db, personId: string): Promise<string> => {
  const { invite_code } = await db
    .updateTable("person")
    .set({ invite_code: sql<string>`coalesce(invite_code, ${newPersonalCode()})` })
    .where("id", "=", personId)
    .returning("invite_code")
    .executeTakeFirstOrThrow();
  return invite_code!;
};

/** Records the inviter of a new user, once, and never the user themselves. Unknown codes are ignored. */
export const recordInviter = async (trx: Trx, personId: string, input: string): Promise<void> => {
  const inviter = await userWithCode(trx, input);
  if (inviter === undefined || inviter === personId) return;
  await trx
    .updateTable("person")
    .set({ invited_by: inviter })
    .where("id", "=", personId)
    .where("invited_by", "is", null)
    .execute();
};

/** Returns the user of a code as typed, including merged accounts. */
export const userWithCode = async (db: Db, input: string): Promise<string | undefined> => {
  const code = normalCode(input);
  const user = await db.selectFrom("person").select("id").where("invite_code", "=", code).executeTakeFirst();
  if (user) return user.id;
  const merged = await db
    .selectFrom("merged_person")
    .select("person_id")
    .where("invite_code", "=", code)
    .executeTakeFirst();
  return merged?.person_id;
};

/** Returns the inviter of a user's first sign-in. */
export const inviterOf = async (db: Db, personId: string): Promise<string | undefined> => {
  const user = await db.selectFrom("person").select("invited_by").where("id", "=", personId).executeTakeFirst();
  return user?.invited_by ?? undefined;
};
