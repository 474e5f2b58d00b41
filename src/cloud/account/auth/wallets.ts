/** A user's wallets: any of them signs in, one is the main wallet. */
import { sql } from "kysely";
import { walletsPerPerson } from "../../../../resources/limits.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { checksumAddress } from "../../engines/evm/checksum-address.ts";
import { AppError } from "../../kernel/app-error.ts";
import { checkSignature, requestSignature, useRequest, type SignedRequest } from "./sign-in-requests.ts";
import type { SignatureCheck } from "./signature.ts";
import { countOf } from "../../kernel/calls/list-query.ts";

export interface LinkAnswer {
  readonly address: string;
  readonly origin: string;
  readonly nonce: string;
  readonly signature: string;
  readonly walletType: string;
}

/** A wallet with a valid signature for the account to link. */
export interface ProvenWallet extends SignedRequest {
  readonly address: string;
  readonly walletType: string;
}

/**
 * A contract wallet signs on its first chain, since another chain may have someone else's contract at the address. Same
 * for an address that first signed with its key. Throws SIGNATURE_INVALID.
 */
export const refuseOtherProof = (first: number | null, now: number | null): void => {
  if (first === now) return;
  const message =
    first === null
      ? "This wallet previously signed in with its own key. Sign with that key."
      : `This contract wallet previously signed in on chain ${first}. Switch to that network and try again.`;
  throw new AppError("SIGNATURE_INVALID", { message });
};

/** Held until the end of a transaction that assigns a wallet, so that no other can. */
export const lockWallet = async (trx: Trx, address: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address}`}, 0))`.execute(trx);
};

/** Returns the user of a wallet; undefined if none. */
export const userWithWallet = async (
  db: Db,
  address: string,
): Promise<{ id: string; username: string; contractChainId: number | null } | undefined> => {
  const row = await db
    .selectFrom("person_wallet")
    .innerJoin("person", "person.id", "person_wallet.person_id")
    .select(["person.id", "person.username", "contract_chain_id"])
    .where("person_wallet.address", "=", address)
    .executeTakeFirst();
  return row && { id: row.id, username: row.username, contractChainId: numberOr(row.contract_chain_id) };
};

/** For the column. */
export const bigintOr = (id: number | null): bigint | null => (id === null ? null : BigInt(id));
const numberOr = (id: bigint | null): number | null => (id === null ? null : Number(id));

/** Returns all users with one of the wallets whose key has signed, regardless of case. */
export const usersWithWallets = async (db: Db, addresses: readonly string[]): Promise<string[]> => {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom("person_wallet")
    .select("person_id")
    .distinct()
    .where("contract_chain_id", "is", null)
    .where(
      ({ fn }) => fn<string>("lower", ["address"]),
      "in",
      [...addresses].map((one) => one.toLowerCase()),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
};

/** The wallet app last used with it. */
export const recordWalletType = async (trx: Trx, address: string, walletType: string): Promise<void> => {
  for (const table of ["person_wallet", "person"] as const)
    await trx.updateTable(table).set({ wallet_type: walletType }).where("address", "=", address).execute();
};

/** Returns the user's addresses, the main wallet first. */
export const walletsOf = async (db: Db, personId: string) => {
  const rows = await db
    .selectFrom("person_wallet")
    .innerJoin("person", "person.id", "person_wallet.person_id")
    .select((eb) => [
      "person_wallet.address",
      "person_wallet.wallet_type as walletType",
      "person_wallet.created_at as linkedAt",
      "contract_chain_id",
      eb("person.address", "=", eb.ref("person_wallet.address")).as("primary"),
    ])
    .where("person_id", "=", personId)
    .orderBy("primary", "desc")
    .orderBy("person_wallet.created_at")
    .execute();
  return rows.map(({ contract_chain_id, ...wallet }) => ({
    ...wallet,
    /** The chain of a contract wallet; null for a key. */
    contractChainId: numberOr(contract_chain_id),
  }));
};

/** Returns the message for another wallet to sign. Throws what blocks the link. */
export const requestLink = async (
  db: Db,
  personId: string,
  request: { address: string; origin: string; chainId: number },
): Promise<{ message: string; nonce: string }> => {
  const address = checksumAddress(request.address);
  await refuseLinked(db, personId, address);
  const statement = await linkStatement(db, personId);
  return requestSignature(db, { ...request, address, statement, personId });
};

/** Checks the signature of a wallet to link. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
export const checkLink = async (
  db: Db,
  check: SignatureCheck,
  personId: string,
  { walletType, ...answer }: LinkAnswer,
): Promise<ProvenWallet> => {
  const address = checksumAddress(answer.address);
  const statement = await linkStatement(db, personId);
  const signed = await checkSignature(db, check, { ...answer, address, personId, statement });
  return { ...signed, address, walletType };
};

/** Returns the checksummed address. Throws as `requestLink` does, and SIGN_IN_EXPIRED. */
export const linkWallet = async (
  trx: Trx,
  personId: string,
  { nonce, address, walletType, contractChainId }: ProvenWallet,
): Promise<string> => {
  await useRequest(trx, nonce);
  await lockWallet(trx, address);
  await trx.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  await refuseLinked(trx, personId, address);
  const wallet = {
    address,
    person_id: personId,
    wallet_type: walletType,
    contract_chain_id: bigintOr(contractChainId),
  };
  await trx.insertInto("person_wallet").values(wallet).execute();
  // An account's first wallet becomes its main wallet.
  await trx
    .updateTable("person")
    .set({ address, wallet_type: walletType })
    .where("id", "=", personId)
    .where("address", "is", null)
    .execute();
  return address;
};

interface MergeStatement {
  readonly address: string;
  readonly origin: string;
  /** Names the account to merge. */
  readonly statement: string;
}
export interface MergeRequest extends MergeStatement {
  readonly chainId: number;
}
export interface MergeAnswer extends MergeStatement {
  readonly nonce: string;
  readonly signature: string;
}

/** Returns the message for a wallet whose account receives the merge. */
export const requestMerge = (
  db: Db,
  personId: string,
  request: MergeRequest,
): Promise<{ message: string; nonce: string }> => requestSignature(db, { ...request, personId });

/** A wallet that signed a merge. */
export interface ProvenMerge extends SignedRequest {
  readonly address: string;
}

/** Checks the signature of a merge. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
export const checkMerge = async (
  db: Db,
  check: SignatureCheck,
  personId: string,
  answer: MergeAnswer,
): Promise<ProvenMerge> => ({
  ...(await checkSignature(db, check, { ...answer, personId })),
  address: answer.address,
});

/**
 * Uses up the signature, and blocks other assignments of the wallet. It must be the same kind of proof that the wallet
 * signs in with.
 */
export const useMerge = async (trx: Trx, { nonce, address, contractChainId }: ProvenMerge): Promise<void> => {
  await useRequest(trx, nonce);
  await lockWallet(trx, address);
  const owner = await userWithWallet(trx, address);
  if (owner) refuseOtherProof(owner.contractChainId, contractChainId);
};

/** Another wallet replaces an unlinked main wallet. Returns the stored address. Throws NOT_FOUND, or WALLET_LAST. */
export const unlinkWallet = async (trx: Trx, personId: string, input: string): Promise<string> => {
  // Locks the user's row: two requests could otherwise remove the last two wallets.
  await trx.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const all = await walletsOf(trx, personId);
  const wallet = all.find(({ address }) => address.toLowerCase() === input.toLowerCase());
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

/** Moves all wallets of one user to another; the first user is about to be deleted. */
export const giveWallets = async (trx: Trx, fromId: string, toId: string): Promise<void> => {
  await trx.updateTable("person_wallet").set({ person_id: toId }).where("person_id", "=", fromId).execute();
};

const linkStatement = async (db: Db, personId: string): Promise<string> => {
  const person = db.selectFrom("person").select(["address", "username"]).where("id", "=", personId);
  const { address, username } = await person.executeTakeFirstOrThrow();
  return chainMessages.linkStatement.replace("{account}", address ?? username);
};

const refuseLinked = async (db: Db, personId: string, address: string): Promise<void> => {
  const owner = await userWithWallet(db, address);
  if (owner) throw new AppError(owner.id === personId ? "WALLET_LINKED" : "WALLET_TAKEN");
  const count = await countOf(db.selectFrom("person_wallet").where("person_id", "=", personId));
  if (count >= walletsPerPerson) throw new AppError("LIMIT_REACHED");
};
