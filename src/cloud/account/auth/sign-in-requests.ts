import { signInNonceSeconds } from "../../../../resources/limits.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import type { Trx, Db } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { parseSignInText, signInNonce, signInText } from "./sign-in-message.ts";
import type { SignatureCheck } from "./signature.ts";

/** Number of an address's open requests to try when the client doesn't name one. */
const triedMax = 5;

/**
 * Another site could pass our message to a wallet and the signature to our server, so messages are created for our own
 * hosts only: that of PUBLIC_URL, else this machine and private networks.
 */
export const refuseForeignHost = (origin: string, publicUrl: string | undefined): void => {
  const { host, hostname } = new URL(origin);
  const own = publicUrl === undefined ? isPrivate(hostname) : host === new URL(publicUrl).host;
  if (!own) throw new AppError("SIGN_IN_ADDRESS");
};

const privateNames =
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+)$/;
const isPrivate = (hostname: string): boolean => privateNames.test(hostname);

/** Libraries that parse these messages, such as those of wallets, accept no IPv6 address as their domain. */
const noIpv6 = "You can't sign in at an IPv6 address. Open Freehold by its host name.";

interface SignatureRequest {
  readonly address: string;
  readonly origin: string;
  readonly chainId: number;
  /** The statement; default: signing in. */
  readonly statement?: string;
  /** The account that the signature concerns; none for sign-in. */
  readonly personId?: string;
}

/** Creates the Sign-In with Ethereum message (EIP-4361) that `address` signs at `origin`, and stores it. */
export const requestSignature = async (
  db: Db,
  { address, origin, chainId, statement = chainMessages.signInStatement, personId }: SignatureRequest,
): Promise<{ message: string; nonce: string }> => {
  const { host, hostname } = new URL(origin);
  if (hostname.startsWith("[")) throw new AppError("SIGN_IN_ADDRESS", { message: noIpv6 });
  const nonce = signInNonce();
  const expiresAt = secondsFromNow(signInNonceSeconds);
  const message = signInText({
    address,
    chainId,
    domain: host,
    uri: origin,
    nonce,
    statement,
    issuedAt: new Date(),
    expiresAt,
  });
  await db.deleteFrom("sign_in_request").where("expires_at", "<", secondsFromNow(-signInNonceSeconds)).execute();
  await db
    .insertInto("sign_in_request")
    .values({ nonce, address, message, person_id: personId ?? null, expires_at: expiresAt })
    .execute();
  return { message, nonce };
};

interface SignatureAnswer {
  readonly address: string;
  readonly origin: string;
  readonly signature: string;
  readonly nonce?: string | undefined;
  /** Same as in the request: a signature for one purpose is invalid for another. */
  readonly statement?: string;
  readonly personId?: string;
}

/** A request whose message was signed. */
export interface SignedRequest {
  readonly nonce: string;
  /** Chain whose contract signed; null for a key. */
  readonly contractChainId: number | null;
}

/**
 * Finds the request whose message `signature` signs; `useRequest` then uses it up. Calls chains, so not within
 * transactions. Throws SIGN_IN_EXPIRED when no request is open or it came too late, and SIGNATURE_INVALID for another
 * message, wallet, domain or purpose.
 */
export const checkSignature = async (
  db: Db,
  check: SignatureCheck,
  answer: SignatureAnswer,
): Promise<SignedRequest> => {
  const { address, origin, statement = chainMessages.signInStatement } = answer;
  const { nonce, expires_at, message, contractChainId } = await signedRequest(db, check, answer);
  if (expires_at <= new Date()) throw new AppError("SIGN_IN_EXPIRED");
  const isExpected =
    message.statement === statement &&
    message.address === address &&
    message.domain === new URL(origin).host &&
    message.nonce === nonce &&
    message.expiresAt > new Date();
  if (!isExpected) throw new AppError("SIGNATURE_INVALID");
  return { nonce, contractChainId };
};

/** Uses up a request, in the transaction of the signed action. Throws SIGN_IN_EXPIRED if already used. */
export const useRequest = async (trx: Trx, nonce: string): Promise<void> => {
  const { numDeletedRows } = await trx.deleteFrom("sign_in_request").where("nonce", "=", nonce).executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("SIGN_IN_EXPIRED");
};

const signedRequest = async (
  db: Db,
  check: SignatureCheck,
  { address, signature, nonce, personId }: SignatureAnswer,
) => {
  let query = db
    .selectFrom("sign_in_request")
    .selectAll()
    .where("address", "=", address)
    .where("person_id", "is not distinct from", personId ?? null);
  if (nonce !== undefined) query = query.where("nonce", "=", nonce);
  const requests = await query.orderBy("expires_at", "desc").limit(triedMax).execute();
  if (requests.length === 0) throw new AppError("SIGN_IN_EXPIRED");
  for (const { message: text, ...request } of requests) {
    const message = parseSignInText(text);
    if (!message) continue;
    const { chainId } = message;
    const signer = await check({ address, message: text, signature, chainId });
    if (signer) return { ...request, message, contractChainId: signer === "contract" ? chainId : null };
  }
  throw new AppError("SIGNATURE_INVALID");
};
