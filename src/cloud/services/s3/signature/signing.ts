/** Parts of AWS Signature Version 4 shared by clients and servers. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export const algorithm = "AWS4-HMAC-SHA256";

/** "20260101/eu-west-2/s3/aws4_request" */
export interface Scope {
  readonly date: string;
  readonly region: string;
}

export const scopeText = ({ date, region }: Scope): string => `${date}/${region}/s3/aws4_request`;

export const sha256Hex = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
export const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac("sha256", key).update(data).digest();

const keysMax = 1000;
const keys = new Map<string, Buffer>();

/** Computes the signing key of a day. Cached, because all requests of a day use it. */
export const signingKey = (secret: string, { date, region }: Scope): Buffer => {
  const name = `${secret}\n${date}\n${region}`;
  const cached = keys.get(name);
  if (cached) return cached;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), "s3"), "aws4_request");
  if (keys.size >= keysMax) keys.clear();
  keys.set(name, key);
  return key;
};

/** Compares hex strings in constant time. */
export const isSame = (expected: string, given: string): boolean =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected, "latin1"), Buffer.from(given, "latin1"));
