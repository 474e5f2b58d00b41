import type { Address, Hex } from "viem";
import { createSiweMessage, generateSiweNonce, parseSiweMessage, validateSiweMessage } from "viem/siwe";
import { signInNonceSeconds } from "../../../../resources/limits.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { Trx, Db } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { secondsFromNow } from "../secrets.ts";
import type { SignatureCheck } from "./signature.ts";

/** How many open requests of one address are tried when the client does not say which one it signed. */
const triedMax = 5;

interface SignatureRequest {
  readonly address: Address;
  readonly origin: string;
  readonly chainId: number;
  /** What the person agrees to; to sign in, unless said. */
  readonly statement?: string;
  /** To whose account the signature links the wallet; nobody's for signing in. */
  readonly personId?: string;
}

/** Makes the Sign-In with Ethereum message (EIP-4361) that `address` signs at `origin`, and remembers it. */
export const requestSignature = async (
  db: Db,
  { address, origin, chainId, statement = chainMessages.signInStatement, personId }: SignatureRequest,
): Promise<{ message: string; nonce: string }> => {
  const nonce = generateSiweNonce();
  const expiresAt = secondsFromNow(signInNonceSeconds);
  const message = createSiweMessage({
    address,
    chainId,
    domain: new URL(origin).host,
    uri: origin,
    version: "1",
    nonce,
    statement,
    issuedAt: new Date(),
    expirationTime: expiresAt,
  });
  await db.deleteFrom("sign_in_request").where("expires_at", "<", secondsFromNow(-signInNonceSeconds)).execute();
  await db
    .insertInto("sign_in_request")
    .values({ nonce, address, message, person_id: personId ?? null, expires_at: expiresAt })
    .execute();
  return { message, nonce };
};

interface SignatureAnswer {
  readonly address: Address;
  readonly origin: string;
  readonly signature: Hex;
  readonly nonce?: string | undefined;
  /** As in the request: what was signed for one purpose serves no other. */
  readonly personId?: string;
}

/**
 * Uses up the request whose message `signature` signs. Throws SIGN_IN_EXPIRED when there is none left to sign, or it came
 * too late, and SIGNATURE_INVALID when the signature is of another message, wallet or domain.
 */
export const useSignature = async (trx: Trx, check: SignatureCheck, answer: SignatureAnswer): Promise<void> => {
  const signed = await signedRequest(trx, check, answer);
  const used = await trx.deleteFrom("sign_in_request").where("nonce", "=", signed.nonce).executeTakeFirst();
  if (used.numDeletedRows === 0n || signed.expires_at <= new Date()) throw new AppError("SIGN_IN_EXPIRED");
  const domain = new URL(answer.origin).host;
  const { address } = answer;
  const valid = validateSiweMessage({
    message: parseSiweMessage(signed.message),
    address,
    domain,
    nonce: signed.nonce,
  });
  if (!valid) throw new AppError("SIGNATURE_INVALID");
};

const signedRequest = async (
  trx: Trx,
  check: SignatureCheck,
  { address, signature, nonce, personId }: SignatureAnswer,
) => {
  let query = trx
    .selectFrom("sign_in_request")
    .selectAll()
    .where("address", "=", address)
    .where("person_id", "is not distinct from", personId ?? null);
  if (nonce !== undefined) query = query.where("nonce", "=", nonce);
  const requests = await query.orderBy("expires_at", "desc").limit(triedMax).execute();
  if (requests.length === 0) throw new AppError("SIGN_IN_EXPIRED");
  for (const request of requests) {
    if (await check({ address, message: request.message, signature })) return request;
  }
  throw new AppError("SIGNATURE_INVALID");
};
