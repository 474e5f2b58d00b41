/** The wallets of a person: any of them signs in, one of them stands for the account. */
import { sql } from "kysely";
import { getAddress, type Address, type Hex } from "viem";
import { walletsPerPerson } from "../../../../resources/limits.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { requestSignature, useSignature } from "./sign-in-requests.ts";
import type { SignatureCheck } from "./signature.ts";

export interface LinkAnswer {
  readonly address: string;
  readonly origin: string;
  readonly nonce: string;
  readonly signature: Hex;
  readonly walletType: string;
}

/** Held until the transaction ends by whoever gives a wallet to somebody: nobody else does meanwhile. */
export const lockWallet = async (trx: Trx, address: Address): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address}`}, 0))`.execute(trx);
};

/** Whose a wallet is; undefined when it is nobody's yet. */
export const personWith = (db: Db, address: Address): Promise<{ id: string; username: string } | undefined> =>
  db
    .selectFrom("person_wallet")
    .innerJoin("person", "person.id", "person_wallet.person_id")
    .select(["person.id", "person.username"])
    .where("person_wallet.address", "=", address)
    .executeTakeFirst();

/** Everybody who has one of the wallets; their addresses may come in any case. */
export const peopleWith = async (db: Db, addresses: readonly string[]): Promise<string[]> => {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom("person_wallet")
    .select("person_id")
    .distinct()
    .where(
      ({ fn }) => fn<string>("lower", ["address"]),
      "in",
      [...addresses].map((one) => one.toLowerCase()),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
};

/** By which program a wallet was used last. */
export const noteWalletType = async (trx: Trx, address: Address, walletType: string): Promise<void> => {
  for (const table of ["person_wallet", "person"] as const)
    await trx.updateTable(table).set({ wallet_type: walletType }).where("address", "=", address).execute();
};

/** The person's addresses, first the one that stands for the account. */
export const walletsOf = (db: Db, personId: string) =>
  db
    .selectFrom("person_wallet")
    .innerJoin("person", "person.id", "person_wallet.person_id")
    .select((eb) => [
      "person_wallet.address",
      "person_wallet.wallet_type as walletType",
      "person_wallet.created_at as linkedAt",
      eb("person.address", "=", eb.ref("person_wallet.address")).as("primary"),
    ])
    .where("person_id", "=", personId)
    .orderBy("primary", "desc")
    .orderBy("person_wallet.created_at")
    .execute();

/** Message for a further wallet to sign. Throws what keeps the wallet from being linked. */
export const requestLink = async (
  db: Db,
  personId: string,
  request: { address: string; origin: string; chainId: number },
): Promise<{ message: string; nonce: string }> => {
  const address = getAddress(request.address);
  await refuseLinked(db, personId, address);
  const { address: account, username } = await primaryOf(db, personId);
  const statement = chainMessages.linkStatement.replace("{account}", account ?? username);
  return requestSignature(db, { ...request, address, statement, personId });
};

/** Returns the checksummed address. Throws as `requestLink` does, and SIGN_IN_EXPIRED or SIGNATURE_INVALID. */
export const linkWallet = async (
  trx: Trx,
  check: SignatureCheck,
  personId: string,
  { walletType, ...answer }: LinkAnswer,
): Promise<Address> => {
  const address = getAddress(answer.address);
  await useSignature(trx, check, { ...answer, address, personId });
  await lockWallet(trx, address);
  await trx.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  await refuseLinked(trx, personId, address);
  await trx.insertInto("person_wallet").values({ address, person_id: personId, wallet_type: walletType }).execute();
  // The first wallet of an account stands for it.
  await trx
    .updateTable("person")
    .set({ address, wallet_type: walletType })
    .where("id", "=", personId)
    .where("address", "is", null)
    .execute();
  return address;
};

/** Another wallet takes the place of the one that stood for the account. Returns the address as it was kept. Throws NOT_FOUND, or WALLET_LAST. */
export const unlinkWallet = async (trx: Trx, personId: string, typed: string): Promise<string> => {
  // The person's row is the gate: two requests at once would otherwise take the last two.
  await trx.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const all = await walletsOf(trx, personId);
  const wallet = all.find(({ address }) => address.toLowerCase() === typed.toLowerCase());
  if (!wallet) throw new AppError("NOT_FOUND");
  const next = all.find(({ address }) => address !== wallet.address);
  if (!next) throw new AppError("WALLET_LAST");
  await trx.deleteFrom("person_wallet").where("address", "=", wallet.address).execute();
  if (!wallet.primary) return wallet.address;
  await trx
    .updateTable("person")
    .set({ address: next.address, wallet_type: next.walletType })
    .where("id", "=", personId)
    .execute();
  return wallet.address;
};

/** All wallets of one person become another's; who gave them is about to be deleted. */
export const giveWallets = async (trx: Trx, fromId: string, toId: string): Promise<void> => {
  await trx.updateTable("person_wallet").set({ person_id: toId }).where("person_id", "=", fromId).execute();
};

const primaryOf = (db: Db, personId: string) =>
  db.selectFrom("person").select(["address", "username"]).where("id", "=", personId).executeTakeFirstOrThrow();

const refuseLinked = async (db: Db, personId: string, address: Address): Promise<void> => {
  const owner = await personWith(db, address);
  if (owner) throw new AppError(owner.id === personId ? "WALLET_LINKED" : "WALLET_TAKEN");
  const { count } = await db
    .selectFrom("person_wallet")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  if (count >= walletsPerPerson) throw new AppError("LIMIT_REACHED");
};
