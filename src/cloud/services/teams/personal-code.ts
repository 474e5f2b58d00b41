import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { newPersonalCode, normalCode } from "./codes.ts";

/** A person's own code for invite links, made when it is first asked for. */
export const personalCode = async (db: Db, personId: string): Promise<string> => {
  const { invite_code } = await db
    .updateTable("person")
    .set({ invite_code: sql<string>`coalesce(invite_code, ${newPersonalCode()})` })
    .where("id", "=", personId)
    .returning("invite_code")
    .executeTakeFirstOrThrow();
  return invite_code!;
};

/** Notes who invited a new person; once, and never the person itself. A code that is nobody's does no harm. */
export const noteInviter = async (trx: Trx, personId: string, typed: string): Promise<void> => {
  const inviter = trx
    .selectFrom("person")
    .select("id")
    .where("invite_code", "=", normalCode(typed))
    .where("id", "!=", personId);
  await trx
    .updateTable("person")
    .set({ invited_by: inviter })
    .where("id", "=", personId)
    .where("invited_by", "is", null)
    .execute();
};

/** Whose code it is, as people type it; undefined when it is nobody's. */
export const personWithCode = async (db: Db, typed: string): Promise<string | undefined> => {
  const person = await db
    .selectFrom("person")
    .select("id")
    .where("invite_code", "=", normalCode(typed))
    .executeTakeFirst();
  return person?.id;
};

/** Who invited a person when they first signed in. */
export const inviterOf = async (db: Db, personId: string): Promise<string | undefined> => {
  const person = await db.selectFrom("person").select("invited_by").where("id", "=", personId).executeTakeFirst();
  return person?.invited_by ?? undefined;
};
