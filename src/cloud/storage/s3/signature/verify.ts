/** Authenticates a request: looks up the key, computes the signature and compares it. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { clockSkewMs, presignedSecondsMax } from "../../../../../resources/storage/access-key-limits.ts";
import { hashOf } from "../../../kernel/secrets.ts";
import { S3Error } from "../errors.ts";
import type { FindKey, KeyRecord } from "../keys/find-key.ts";
import type { Query, RequestTarget } from "../request-target.ts";
import type { ChunkSigning } from "./chunked.ts";
import {
  algorithm,
  canonicalPaths,
  canonicalRequests,
  hmac,
  isSame,
  scopeText,
  sha256Hex,
  signingKey,
  type Scope,
} from "./signing.ts";

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
  const presented = token === undefined ? "" : hashOf(token).toString("hex");
  if (!isSame(expected, presented)) throw new S3Error("InvalidToken");
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

interface Claim {
  readonly accessKey: string;
  readonly scope: Scope;
  /** 20260101T000000Z */
  readonly amzDate: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly token: string | undefined;
  /** Signed payload: a hex hash, UNSIGNED-PAYLOAD or STREAMING-…. */
  readonly payload: string;
  readonly presigned: boolean;
}

/** Parses a signature; undefined for unsigned requests. Throws for invalid ones, before any key is looked up. */
const claimOf = (headers: IncomingHttpHeaders, query: Query): Claim | undefined => {
  const { authorization } = headers;
  const presigned = query.has("X-Amz-Algorithm") || query.has("X-Amz-Signature");
  if (authorization !== undefined && presigned)
    throw new S3Error("InvalidArgument", "Only one auth mechanism allowed; use the header or the query, not both.");
  if (authorization !== undefined) return headerClaim(authorization, headers);
  if (query.has("AWSAccessKeyId")) throw new S3Error("InvalidRequest", onlyVersion4);
  return presigned ? queryClaim(headers, query) : undefined;
};

/** Parses "<key>/<date>/<region>/s3/aws4_request". Accepts any region. */
export const credentialOf = (credential: string, amzDate: string): { accessKey: string; scope: Scope } => {
  const parts = credential.split("/");
  const [date = "", region = "", service, end] = parts.slice(-4);
  const accessKey = parts.slice(0, -4).join("/");
  if (accessKey === "" || region === "" || service !== "s3" || end !== "aws4_request")
    throw new S3Error(
      "AuthorizationHeaderMalformed",
      "The credential's scope must be <date>/<region>/s3/aws4_request.",
    );
  if (!amzDate.startsWith(date) || date.length !== 8)
    throw new S3Error("AuthorizationHeaderMalformed", "The credential's date does not match the request date.");
  return { accessKey, scope: { date, region } };
};

const momentOf = (amzDate: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(amzDate) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

const onlyVersion4 = "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.";
const noDate = "AWS authentication requires a valid Date or x-amz-date header";

const headerClaim = (authorization: string, headers: IncomingHttpHeaders): Claim => {
  if (!authorization.startsWith(algorithm)) throw new S3Error("InvalidRequest", onlyVersion4);
  const parts = new Map(
    authorization
      .slice(algorithm.length)
      .split(",")
      .map((part) => {
        const at = part.indexOf("=");
        return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
      }),
  );
  const [credential, signed, signature] = ["Credential", "SignedHeaders", "Signature"].map((name) => parts.get(name));
  if (!credential || !signed || !signature) throw new S3Error("AuthorizationHeaderMalformed");
  const amzDate = dateIn(headers);
  const moment = momentOf(amzDate);
  if (Number.isNaN(moment)) throw new S3Error("AccessDenied", noDate);
  const parsed = credentialOf(credential, amzDate);
  if (Math.abs(Date.now() - moment) > clockSkewMs) throw tooSkewed(amzDate);
  const payload = headers["x-amz-content-sha256"];
  if (typeof payload !== "string")
    throw new S3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  const token = headers["x-amz-security-token"] as string | undefined;
  return { ...parsed, amzDate, signedHeaders: namesIn(signed), signature, token, payload, presigned: false };
};

const queryClaim = (headers: IncomingHttpHeaders, query: Query): Claim => {
  const refused = (message: string) => new S3Error("AuthorizationQueryParametersError", message);
  if (query.get("X-Amz-Algorithm") !== algorithm) throw refused(`X-Amz-Algorithm only supports ${algorithm}.`);
  const [credential, signed, signature, amzDate, expires] = [
    "Credential",
    "SignedHeaders",
    "Signature",
    "Date",
    "Expires",
  ].map((name) => query.get(`X-Amz-${name}`));
  if (!credential || !signed || !signature || !amzDate || !expires)
    throw refused(
      "Query-string authentication requires X-Amz-Credential, -SignedHeaders, -Signature, -Date and -Expires.",
    );
  const seconds = /^\d+$/.test(expires) ? Number(expires) : Number.NaN;
  if (!(seconds >= 1 && seconds <= presignedSecondsMax))
    throw refused(`X-Amz-Expires must be between 1 and ${presignedSecondsMax} seconds.`);
  const moment = momentOf(amzDate);
  if (Number.isNaN(moment)) throw refused("X-Amz-Date must be in the format yyyyMMddTHHmmssZ.");
  const parsed = credentialOf(credential, amzDate);
  if (moment > Date.now() + clockSkewMs) throw new S3Error("AccessDenied", "Request is not valid yet");
  if (Date.now() > moment + seconds * 1000) throw new S3Error("AccessDenied", "Request has expired");
  const payload = query.get("X-Amz-Content-Sha256") ?? headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD";
  const token = query.get("X-Amz-Security-Token");
  return {
    ...parsed,
    amzDate,
    signedHeaders: namesIn(signed),
    signature,
    token,
    payload: String(payload),
    presigned: true,
  };
};

const namesIn = (list: string): string[] => list.toLowerCase().split(";");

const dateIn = (headers: IncomingHttpHeaders): string => {
  const amzDate = headers["x-amz-date"];
  if (typeof amzDate === "string") return amzDate;
  const date = Date.parse(headers.date ?? "");
  if (Number.isNaN(date)) throw new S3Error("AccessDenied", noDate);
  return new Date(date).toISOString().replaceAll(/[-:]|\.\d+/g, "");
};

const tooSkewed = (requestTime: string): S3Error =>
  new S3Error("RequestTimeTooSkewed", undefined, {
    elements: {
      RequestTime: requestTime,
      ServerTime: new Date().toISOString(),
      MaxAllowedSkewMilliseconds: String(clockSkewMs),
    },
  });
