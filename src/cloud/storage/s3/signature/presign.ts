/** Presigns URLs for browsers that have no credentials. */
import { s3Region } from "../../../../../resources/storage/access-key-limits.ts";
import { Query } from "../request-target.ts";
import { algorithm, canonicalRequests, escaped, hmac, scopeText, sha256Hex, signingKey } from "./signing.ts";

interface Presigned {
  readonly method: "GET" | "HEAD";
  /** The host that the client sends, with its port. */
  readonly host: string;
  /** Path of the endpoint: "/s3", or "" on its own host. */
  readonly prefix: string;
  readonly bucket: string;
  readonly key: string;
  readonly accessKey: string;
  readonly secret: string;
  readonly sessionToken: string;
  readonly seconds: number;
}

/** Returns the path and query of a presigned request, path style. */
export const presign = (request: Presigned, now = new Date()): string => {
  const { method, host, prefix, bucket, key, accessKey, secret, sessionToken, seconds } = request;
  const amzDate = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const scope = { date: amzDate.slice(0, 8), region: s3Region };
  const path = [prefix, bucket, ...key.split("/").map(escaped)].join("/");
  const query = Object.entries({
    "X-Amz-Algorithm": algorithm,
    "X-Amz-Credential": `${accessKey}/${scopeText(scope)}`,
    "X-Amz-Date": amzDate,
    "X-Amz-Expires": String(seconds),
    "X-Amz-Security-Token": sessionToken,
    "X-Amz-SignedHeaders": "host",
  })
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join("&");
  const signed = {
    request: { method, rawHeaders: ["host", host] },
    rawPath: path,
    signedHeaders: ["host"],
    payload: "UNSIGNED-PAYLOAD",
  };
  const [canonical] = canonicalRequests(signed, path, new Query(query));
  const toSign = [algorithm, amzDate, scopeText(scope), sha256Hex(canonical!)].join("\n");
  const signature = hmac(signingKey(secret, scope), toSign).toString("hex");
  return `${path}?${query}&X-Amz-Signature=${signature}`;
};
