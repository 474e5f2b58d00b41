import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { nameHead, nameTail } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { avatarUrl } from "../images.ts";
import { AppError } from "../../kernel/app-error.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { euidOf, uidOfEuid } from "./euid.ts";
import { saveEndReason } from "./sessions.ts";
import { bigintOr, lockWallet, recordWalletType, userWithWallet, refuseOtherProof } from "./wallets.ts";

const defaultWallet = "METAMASK";

/** Returns the user of a wallet, created at the first sign-in (`created`). */
export const userOfWallet = async (
  trx: Trx,
  {
    address,
    walletType,
    contractChainId,
  }: { address: string; walletType: string | undefined; contractChainId: number | null },
): Promise<{ id: string; username: string; created: boolean }> => {
  await lockWallet(trx, address);
  const existing = await userWithWallet(trx, address);
  if (existing) {
    refuseOtherProof(existing.contractChainId, contractChainId);
    if (walletType !== undefined) await recordWalletType(trx, address, walletType);
    return { id: existing.id, username: existing.username, created: false };
  }
  const username = `${address.slice(0, nameHead)}…${address.slice(-nameTail)}`;
  const person = { id: randomUUID(), username };
  const wallet = { address, wallet_type: walletType ?? defaultWallet };
  await trx
    .insertInto("person")
    .values({ ...person, ...wallet })
    .execute();
  await trx
    .insertInto("person_wallet")
    .values({ ...wallet, person_id: person.id, contract_chain_id: bigintOr(contractChainId) })
    .execute();
  return { ...person, created: true };
};

/** Creates a user without a wallet, such as from the messaging app. */
export const addUser = async (trx: Trx, username: string): Promise<{ id: string; username: string }> => {
  const person = { id: randomUUID(), username };
  await trx
    .insertInto("person")
    .values({ ...person, address: null, wallet_type: null })
    .execute();
  return person;
};

/** Returns the user as the dashboard sees them. */
export const userInfoOf = async (db: Db, personId: string): Promise<UserInfo> => {
  const person = await db.selectFrom("person").selectAll().where("id", "=", personId).executeTakeFirst();
  if (!person) throw new AppError("UNAUTHORIZED");
  const uid = uidOf(person.id);
  return {
    uid,
    euid: euidOf(uid),
    username: person.username,
    avatar: avatarUrl(person.avatar_id, person.address ?? person.id),
    github: null,
    wallet: walletOf(person),
    solana: await solanaOf(db, person.id),
    email: await emailOf(db, person.id),
    operator: false,
  };
};

const walletOf = ({ address, wallet_type }: Pick<RowOf<"person">, "address" | "wallet_type">): UserInfo["wallet"] =>
  address === null ? null : { address, walletType: wallet_type ?? defaultWallet };

const solanaOf = async (db: Db, personId: string): Promise<UserInfo["solana"]> =>
  (await db.selectFrom("person_solana").select("address").where("person_id", "=", personId).executeTakeFirst()) ?? null;

const emailOf = async (db: Db, personId: string): Promise<string | null> =>
  (await db.selectFrom("email").select("address").where("person_id", "=", personId).executeTakeFirst())?.address ??
  null;

/** Deletes a user and their own data. Requests with their tokens are told the reason. */
export const removeUser = async (trx: Trx, personId: string): Promise<void> => {
  const sessions = await trx
    .selectFrom("session")
    .select("id")
    .where("person_id", "=", personId)
    .where("revoked_at", "is", null)
    .execute();
  const ids = sessions.map(({ id }) => id);
  await saveEndReason(trx, ids, "ACCOUNT_DELETED");
  await trx.deleteFrom("person").where("id", "=", personId).execute();
};

/** The id in plain hex: short enough for an on-chain euid. */
const uidOf = (personId: string): string => personId.replaceAll("-", "");

/** Returns the user of an on-chain account; undefined if unknown. */
export const userWithEuid = (db: Db, euid: string): Promise<string | undefined> =>
  userWithUid(db, uidOfEuid(euid) ?? "");

/** Returns the user with this uid, or the user it was merged into. */
export const userWithUid = async (db: Db, uid: string): Promise<string | undefined> => {
  const id = uid.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (!isUuid(id) || id === uid) return undefined;
  const person = await db.selectFrom("person").select("id").where("id", "=", id).executeTakeFirst();
  if (person) return person.id;
  const merged = await db.selectFrom("merged_person").select("person_id").where("id", "=", id).executeTakeFirst();
  return merged?.person_id;
};

/** Keeps the ID and invite code of a merged user, which chains and shared links still refer to. */
export const recordMerge = async (trx: Trx, fromId: string, toId: string): Promise<void> => {
  await trx
    .insertInto("merged_person")
    .columns(["id", "person_id", "invite_code"])
    .expression(
      trx
        .selectFrom("person")
        .select(["id", sql<string>`${toId}::uuid`.as("person_id"), "invite_code"])
        .where("id", "=", fromId),
    )
    .execute();
};
