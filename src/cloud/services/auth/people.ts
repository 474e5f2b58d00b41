import { randomUUID } from "node:crypto";
import type { Address } from "viem";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { nameHead, nameTail } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { pictureOf } from "../picture.ts";
import { AppError } from "../../app-error.ts";
import { isUuid } from "../uuid.ts";
import { euidOf, uidOfEuid } from "./euid.ts";
import { keepReason } from "./sessions.ts";
import type { PersonTable } from "./tables.ts";
import { lockWallet, noteWalletType, personWith } from "./wallets.ts";

const defaultWallet = "METAMASK";

/** The person behind a wallet, made at the first sign-in (`created`). */
export const personOf = async (
  trx: Trx,
  { address, walletType }: { address: Address; walletType: string | undefined },
): Promise<{ id: string; username: string; created: boolean }> => {
  await lockWallet(trx, address);
  const known = await personWith(trx, address);
  if (known) {
    if (walletType !== undefined) await noteWalletType(trx, address, walletType);
    return { ...known, created: false };
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
    .values({ ...wallet, person_id: person.id })
    .execute();
  return { ...person, created: true };
};

/** A new person without a wallet, such as the messaging app's. */
export const addPerson = async (trx: Trx, username: string): Promise<{ id: string; username: string }> => {
  const person = { id: randomUUID(), username };
  await trx
    .insertInto("person")
    .values({ ...person, address: null, wallet_type: null })
    .execute();
  return person;
};

/** What the dashboard knows of the person. */
export const userInfoOf = async (db: Db, personId: string): Promise<UserInfo> => {
  const person = await db.selectFrom("person").selectAll().where("id", "=", personId).executeTakeFirst();
  if (!person) throw new AppError("UNAUTHORIZED");
  const uid = uidOf(person.id);
  return {
    uid,
    euid: euidOf(uid),
    username: person.username,
    avatar: pictureOf(person.avatar_id, person.address ?? person.id),
    github: null,
    wallet: walletOf(person),
    solana: await solanaOf(db, person.id),
    email: await emailOf(db, person.id),
    operator: false,
  };
};

const walletOf = ({ address, wallet_type }: Pick<PersonTable, "address" | "wallet_type">): UserInfo["wallet"] =>
  address === null ? null : { address, walletType: wallet_type ?? defaultWallet };

const solanaOf = async (db: Db, personId: string): Promise<UserInfo["solana"]> =>
  (await db.selectFrom("person_solana").select("address").where("person_id", "=", personId).executeTakeFirst()) ?? null;

const emailOf = async (db: Db, personId: string): Promise<string | null> =>
  (await db.selectFrom("email").select("address").where("person_id", "=", personId).executeTakeFirst())?.address ??
  null;

/** Deletes a person and whatever is theirs alone. Who still comes with a token of theirs is told why it ended. */
export const removePerson = async (trx: Trx, personId: string): Promise<void> => {
  const standing = await trx
    .selectFrom("session")
    .select("id")
    .where("person_id", "=", personId)
    .where("revoked_at", "is", null)
    .execute();
  const ids = standing.map(({ id }) => id);
  await keepReason(trx, ids, "ACCOUNT_DELETED");
  await trx.deleteFrom("person").where("id", "=", personId).execute();
};

/** The id in plain hex: short enough to travel as an euid on chain. */
const uidOf = (personId: string): string => personId.replaceAll("-", "");

/** The person whose account on chain it is; undefined when it is nobody's. */
export const personWithEuid = (db: Db, euid: string): Promise<string | undefined> =>
  personWithUid(db, uidOfEuid(euid) ?? "");

/** The person whose uid it is. */
export const personWithUid = async (db: Db, uid: string): Promise<string | undefined> => {
  const id = uid.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (!isUuid(id) || id === uid) return undefined;
  return (await db.selectFrom("person").select("id").where("id", "=", id).executeTakeFirst())?.id;
};
