/** Identifies users in invitations: by a wallet, or by a confirmed email address. */
import type { Db } from "../../engines/database/database.ts";

export interface Target {
  readonly type: "WALLET" | "EMAIL";
  /** Checksummed address or lowercase email. */
  readonly target: string;
}

/** Returns the target's user; undefined if there is none yet. */
export const userOfTarget = async (db: Db, { type, target }: Target): Promise<string | undefined> => {
  const row =
    type === "WALLET"
      ? await db.selectFrom("person_wallet").select("person_id").where("address", "=", target).executeTakeFirst()
      : await db.selectFrom("email").select("person_id").where("address", "=", target).executeTakeFirst();
  return row?.person_id;
};

/** Returns the targets that invitations can use for a user. */
export const targetsOf = async (db: Db, personId: string): Promise<Target[]> => {
  const wallets = await db.selectFrom("person_wallet").select("address").where("person_id", "=", personId).execute();
  const emails = await db.selectFrom("email").select("address").where("person_id", "=", personId).execute();
  return [
    ...wallets.map(({ address }) => ({ type: "WALLET" as const, target: address })),
    ...emails.map(({ address }) => ({ type: "EMAIL" as const, target: address })),
  ];
};
