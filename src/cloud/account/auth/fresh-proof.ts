/**
 * Proof that the user confirms one call now, for calls declared with `fresh`: see resources/account/fresh-signature.ts.
 */
import type { MessagesToSign } from "../../../../resources/account/fresh-signature.ts";
import { freshSignInSeconds } from "../../../../resources/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { checkSignature, refuseForeignHost, requestSignature, useRequest } from "./sign-in-requests.ts";
import type { SignatureCheck } from "./signature.ts";
import { walletsOf } from "./wallets.ts";

export interface FreshRequest {
  readonly personId: string;
  readonly sessionId: string | undefined;
  readonly origin: string;
  /** The statement that must have been signed. */
  readonly statement: string;
  /** The request's X-Fresh-Signature. */
  readonly header: string | string[] | undefined;
}

export type FreshProof = ReturnType<typeof createFreshProof>;

interface Deps {
  readonly verify: SignatureCheck;
  readonly publicUrl: string | undefined;
}

export const createFreshProof = ({ verify, publicUrl }: Deps) => ({
  /**
   * Returns the nonce that the call uses up; undefined after a recent sign-in. Changes nothing except storing new
   * messages. Throws FRESH_SIGNATURE_REQUIRED with the messages to sign.
   */
  prove: async (db: Db, request: FreshRequest): Promise<string | undefined> => {
    const { personId, sessionId, origin, statement } = request;
    if (sessionId !== undefined && (await signedInLately(db, sessionId))) return undefined;
    const wallets = await walletsOf(db, personId);
    if (wallets.length > 0) refuseForeignHost(origin, publicUrl);
    const nonce = await signedNonce(db, verify, wallets, request);
    if (nonce !== undefined) return nonce;
    const messages: MessagesToSign["messages"] = [];
    for (const { address, contractChainId } of wallets) {
      const signatureRequest = { address, origin, chainId: contractChainId ?? mainnet, statement, personId };
      messages.push({ address, ...(await requestSignature(db, signatureRequest)) });
    }
    throw new AppError("FRESH_SIGNATURE_REQUIRED", { data: { messages } satisfies MessagesToSign });
  },
  /** Uses up a nonce in the call's transaction. Throws FRESH_SIGNATURE_REQUIRED if another call was faster. */
  use: (trx: Trx, nonce: string): Promise<void> =>
    useRequest(trx, nonce).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError("FRESH_SIGNATURE_REQUIRED") : error;
    }),
});

/** EIP-4361 requires a chain, which matters for contracts only. */
const mainnet = 1;

/** A refresh extends a session but keeps its creation time. */
const signedInLately = async (db: Db, sessionId: string): Promise<boolean> => {
  const recent = await db
    .selectFrom("session")
    .select("id")
    .where("id", "=", sessionId)
    .where("created_at", ">", secondsFromNow(-freshSignInSeconds))
    .executeTakeFirst();
  return recent !== undefined;
};

interface Wallet {
  readonly address: string;
  readonly contractChainId: number | null;
}

const headerForm = /^([a-zA-Z0-9]{8,128}) (0x[0-9a-fA-F]*)$/;

/** Returns the header's nonce, if one of the wallets signed its message with this statement. */
const signedNonce = async (
  db: Db,
  verify: SignatureCheck,
  wallets: readonly Wallet[],
  { personId, origin, statement, header }: FreshRequest,
): Promise<string | undefined> => {
  const [, nonce, signature] = headerForm.exec(String(header)) ?? [];
  if (nonce === undefined) return undefined;
  const request = await db
    .selectFrom("sign_in_request")
    .select("address")
    .where("nonce", "=", nonce)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  const wallet = wallets.find(({ address }) => address === request?.address);
  if (!wallet) return undefined;
  const answer = { address: wallet.address, origin, signature: signature!, nonce, statement, personId };
  try {
    const { contractChainId } = await checkSignature(db, verify, answer);
    return contractChainId === wallet.contractChainId ? nonce : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
