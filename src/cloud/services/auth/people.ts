import { randomUUID } from "node:crypto";
import type { Address } from "viem";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { nameHead, nameTail } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { identicon } from "../identicon.ts";
import { AppError } from "../../app-error.ts";
import { euidOf } from "./euid.ts";

const defaultWallet = "METAMASK";

/** The person behind a wallet, made at the first sign-in (`created`). */
export const personOf = async (
  trx: Trx,
  { address, walletType }: { address: Address; walletType: string | undefined },
): Promise<{ id: string; username: string; created: boolean }> => {
  const username = `${address.slice(0, nameHead)}…${address.slice(-nameTail)}`;
  const created = await trx
    .insertInto("person")
    .values({ id: randomUUID(), address, username, wallet_type: walletType ?? defaultWallet })
    .onConflict((conflict) => conflict.column("address").doNothing())
    .returning(["id", "username"])
    .executeTakeFirst();
  if (created) return { ...created, created: true };
  const change = walletType === undefined ? {} : { wallet_type: walletType };
  const known = await trx
    .updateTable("person")
    .set({ address, ...change })
    .where("address", "=", address)
    .returning(["id", "username"])
    .executeTakeFirstOrThrow();
  return { ...known, created: false };
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
    avatar: identicon(person.address),
    github: null,
    wallet: { address: person.address, walletType: person.wallet_type },
    solana: await solanaOf(db, person.id),
    email: null,
    operator: false,
  };
};

const solanaOf = async (db: Db, personId: string): Promise<UserInfo["solana"]> =>
  (await db.selectFrom("person_solana").select("address").where("person_id", "=", personId).executeTakeFirst()) ?? null;

/** Address of the wallet with which a person began. */
export const addressOf = async (db: Db, personId: string): Promise<string> => {
  const person = await db.selectFrom("person").select("address").where("id", "=", personId).executeTakeFirst();
  return person?.address ?? "";
};

/** The id in plain hex: short enough to travel as an euid on chain. */
const uidOf = (personId: string): string => personId.replaceAll("-", "");
