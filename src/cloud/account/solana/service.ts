/** Linking users' Solana addresses. */
import { randomBytes } from "node:crypto";
import { bindMemo } from "../../../../resources/account/solana.ts";
import { signInNonceSeconds } from "../../../../resources/limits.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Solana } from "../../engines/solana/solana.ts";
import { AppError } from "../../kernel/app-error.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { ed25519 } from "@noble/curves/ed25519";
import { base58 } from "@scure/base";

export type SolanaLinks = ReturnType<typeof createSolanaLinks>;

export const createSolanaLinks = (solana: Solana) => ({
  /** Returns the message for `address` to sign. It replaces the user's previous one. */
  messageFor: async (
    trx: Trx,
    personId: string,
    { address, origin }: { address: string; origin: string },
  ): Promise<string> => {
    const expiresAt = secondsFromNow(signInNonceSeconds);
    const row = { address, message: messageOf({ address, origin, expiresAt }), expires_at: expiresAt };
    await trx
      .insertInto("solana_request")
      .values({ person_id: personId, ...row })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
      .execute();
    return row.message;
  },

  /** Throws SOLANA_SIGNATURE when it does not sign the user's open message, and SOLANA_LINKED. */
  linkBySignature: async (
    trx: Trx,
    personId: string,
    { address, signature }: { address: string; signature: string },
  ): Promise<string> => {
    const request = await trx
      .selectFrom("solana_request")
      .selectAll()
      .where("person_id", "=", personId)
      .where("expires_at", ">", new Date())
      .forUpdate()
      .executeTakeFirst();
    if (request?.address !== address || !isSignedBy(address, request.message, signature)) {
      throw new AppError("SOLANA_SIGNATURE");
    }
    await trx.deleteFrom("solana_request").where("person_id", "=", personId).execute();
    return link(trx, personId, address);
  },

  /**
   * Returns the payer of a transaction that links to `euid`, from the chain. Throws SOLANA_TRANSACTION and
   * SOLANA_UNREACHABLE.
   */
  payerOf: async (signature: string, euid: string): Promise<string> => {
    const transaction = await solana.transaction(signature).catch(() => {
      throw new AppError("SOLANA_UNREACHABLE");
    });
    const { voteAccount } = solana;
    const binds =
      transaction?.memos.includes(bindMemo(euid)) && voteAccount && transaction.accounts.includes(voteAccount);
    if (!transaction || !binds) throw new AppError("SOLANA_TRANSACTION");
    return transaction.signers[0]!;
  },

  /** Links a verified address of the user. Throws SOLANA_LINKED. */
  link,

  unlink: async (trx: Trx, personId: string): Promise<void> => {
    await trx.deleteFrom("person_solana").where("person_id", "=", personId).execute();
  },
});

const link = async (trx: Trx, personId: string, address: string): Promise<string> => {
  const linked = await trx
    .selectFrom("person_solana")
    .select("person_id")
    .where("address", "=", address)
    .where("person_id", "<>", personId)
    .executeTakeFirst();
  if (linked) throw new AppError("SOLANA_LINKED");
  await trx
    .insertInto("person_solana")
    .values({ person_id: personId, address })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet({ address }))
    .execute();
  return address;
};

/** A message in the format of Sign-In with Solana, after EIP-4361. */
const messageOf = ({ address, origin, expiresAt }: { address: string; origin: string; expiresAt: Date }): string =>
  [
    `${new URL(origin).host} wants you to link your Solana account:`,
    address,
    "",
    chainMessages.solanaLinkStatement,
    "",
    `URI: ${origin}`,
    "Version: 1",
    `Nonce: ${randomBytes(12).toString("hex")}`,
    `Issued At: ${new Date().toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join("\n");

/** Verifies an ed25519 `signature` (base58) of this text by the key of a Solana address. */
const isSignedBy = (address: string, text: string, signature: string): boolean => {
  try {
    return ed25519.verify(base58.decode(signature), new TextEncoder().encode(text), base58.decode(address));
  } catch {
    return false; // Wrong length, or no point of the curve.
  }
};
