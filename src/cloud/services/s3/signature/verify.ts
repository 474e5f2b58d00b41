/** Authenticates a request: looks up the key, computes the signature and compares it. */
import type { IncomingMessage } from "node:http";
import type { RequestTarget } from "../request-target.ts";
import { S3Error } from "../errors.ts";
import { hashOf } from "../../secrets.ts";
import type { FindKey, KeyRecord } from "../keys/find-key.ts";
import type { Query } from "../query.ts";
import { canonicalPaths, canonicalRequests } from "./canonical.ts";
import type { ChunkSigning } from "./chunked.ts";
import { claimOf, type Claim } from "./claim.ts";
import { algorithm, hmac, isSame, scopeText, sha256Hex, signingKey } from "./signing.ts";

export interface Verified {
  readonly key: KeyRecord;
  /** Signed payload: a hex hash, UNSIGNED-PAYLOAD or STREAMING-…. */
  readonly payload: string;
  /** Parameters for verifying the chunks of a streaming body. */
  readonly chunks: ChunkSigning;
  /** The query as interpreted by the signature. */
  readonly query: Query;
}

/** Verifies a request; undefined if it is unsigned. Throws S3 errors. */
export const verify = async (
  request: IncomingMessage,
  { rawPath, query }: Pick<RequestTarget, "rawPath" | "query">,
  { find }: Pick<FindKey, "find">,
): Promise<Verified | undefined> => {
  const claim = claimOf(request.headers, query);
  if (!claim) return undefined;
  requireAllSigned(request, claim);
  const key = await usableKey(find, claim.accessKey, claim.token);
  const signed = { request, rawPath, signedHeaders: claim.signedHeaders, payload: claim.payload };
  const signingWith = signingKey(key.secret, claim.scope);
  const scope = scopeText(claim.scope);
  const fits = (canonical: Buffer): boolean => {
    const toSign = [algorithm, claim.amzDate, scope, sha256Hex(canonical)].join("\n");
    return isSame(hmac(signingWith, toSign).toString("hex"), claim.signature);
  };
  for (const asRead of query.hasPlus ? [query, query.plusAsPlus()] : [query]) {
    for (const path of canonicalPaths(rawPath)) {
      if (!canonicalRequests(signed, path, asRead).some(fits)) continue;
      const chunks = { key: signingWith, scope, amzDate: claim.amzDate, seed: claim.signature };
      return { key, payload: claim.payload, chunks, query: asRead };
    }
  }
  throw new S3Error("SignatureDoesNotMatch", undefined, { elements: { AWSAccessKeyId: claim.accessKey } });
};

/** Finds a key and checks its session token and expiry. Throws InvalidAccessKeyId, InvalidToken or ExpiredToken. */
export const usableKey = async (
  find: FindKey["find"],
  accessKey: string,
  token: string | undefined,
): Promise<KeyRecord> => {
  const key = /^[A-Z0-9]{1,128}$/.test(accessKey) ? await find(accessKey) : undefined;
  if (!key) throw new S3Error("InvalidAccessKeyId", undefined, { elements: { AWSAccessKeyId: accessKey } });
  const expected = key.tokenHash?.toString("hex") ?? "";
  const given = token === undefined ? "" : hashOf(token).toString("hex");
  if (!isSame(expected, given)) throw new S3Error("InvalidToken");
  if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) throw new S3Error("ExpiredToken");
  return key;
};

/** Requires all x-amz headers to be signed, so that unsigned additions can't change the request. */
const requireAllSigned = ({ headers }: IncomingMessage, { signedHeaders, presigned }: Claim): void => {
  const isSigned = (name: string): boolean => signedHeaders.includes(name);
  const canBeUnsigned = (name: string): boolean => name === "x-amz-content-sha256" && presigned;
  const loose = Object.keys(headers).filter(
    (name) => name.startsWith("x-amz-") && !isSigned(name) && !canBeUnsigned(name),
  );
  if (isSigned("host") && loose.length === 0) return;
  throw new S3Error("AccessDenied", "There were headers present in the request which were not signed", {
    elements: { HeadersNotSigned: isSigned("host") ? loose.join(", ") : "host" },
  });
};
