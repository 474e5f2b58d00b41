import { randomInt } from "node:crypto";
import { teamCodeLength } from "../../../../resources/account/teams/invite-code.ts";
import type { Db } from "../../engines/database/database.ts";

/** Omits characters that look or sound alike: 0 O 1 I L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const personalLength = 10;

const codeOf = (length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** A user's code: names the inviter and grants no access. */
export const newPersonalCode = (): string => codeOf(personalLength);

export const newInvitationCode = (): string => codeOf(teamCodeLength);

/** Normalizes a code as entered. */
export const normalCode = (input: string): string => input.trim().toUpperCase();

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

/** Returns the link of a code. */
export const inviteLink = (origin: string, code: string): string => `${origin}/?inviteCode=${code}`;
