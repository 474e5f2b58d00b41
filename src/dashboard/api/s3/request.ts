/** Client for the S3 endpoint: signs and sends requests, and renews refused credentials. */
import { AwsV4Signer } from "aws4fetch";
import { s3Region } from "../../../../resources/bucket/access-key-limits.ts";
import { CanceledError, NetworkError } from "../errors.ts";
import { s3Address } from "./address.ts";
import { credentials, type Credentials } from "./credentials.ts";
import { readS3Error, type S3Error } from "./s3-error.ts";
import { sendBody } from "./send-body.ts";

export interface S3Request {
  readonly method?: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly bucket?: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes sent. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** How far this machine's clock is behind the server's; set when a signature's time is refused. */
let behindMs = 0;

/**
 * Makes an S3 call. Throws S3Error if refused, NetworkError without a response. Retries once with new credentials if
 * they expired or were revoked, and once with the server's time if the clock is wrong.
 */
export const s3Request = async (request: S3Request): Promise<Response> => {
  const first = await attempt(request, await credentials());
  if (first.ok) return first;
  const error = await readS3Error(first);
  if (!isRetryable(error, request)) throw error;
  if (error.serverTimeMs !== undefined) behindMs = error.serverTimeMs - Date.now();
  const second = await attempt(request, await credentials({ fresh: error.code !== "RequestTimeTooSkewed" }));
  if (second.ok) return second;
  throw await readS3Error(second);
};

/** Returns a presigned URL, valid for at most as long as the credentials themselves. */
export const presign = async (at: S3Request, seconds: number): Promise<string> =>
  presignWith(await credentials(), at, seconds);

/** Returns a presigned URL, signed with the given credentials. */
export const presignWith = async (keys: Keys, at: S3Request, seconds: number): Promise<string> => {
  const query = { ...at.query, "X-Amz-Expires": String(seconds) };
  const { url } = await signer({ ...at, query }, keys, true).sign();
  return String(url);
};

type Keys = Pick<Credentials, "accessKey" | "secretKey" | "sessionToken">;

const renewedCodes = new Set(["ExpiredToken", "InvalidToken", "InvalidAccessKeyId", "RequestTimeTooSkewed"]);

/** Returns whether a retry could succeed. A refused HEAD has no error code, so any refusal counts. */
const isRetryable = ({ code, statusCode }: S3Error, { method }: S3Request): boolean =>
  renewedCodes.has(String(code)) || (method === "HEAD" && (statusCode === 400 || statusCode === 403));

const attempt = async (request: S3Request, keys: Credentials): Promise<Response> => {
  const { url, headers } = await signer(request, keys, false).sign();
  const { method = "GET", body, signal, onSent } = request;
  if (onSent && body !== undefined) return sendBody({ method, url, headers, body, signal, onSent });
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      cache: "no-store",
    });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw new CanceledError();
    throw new NetworkError((error as Error).message);
  }
};

const signer = (request: S3Request, keys: Keys, signQuery: boolean): AwsV4Signer => {
  if (!globalThis.crypto?.subtle)
    throw new Error("Uploads and downloads require HTTPS or localhost. Open the dashboard at such an address.");
  const { method = "GET", bucket, key, query = {}, headers } = request;
  const url = s3Address(bucket, key);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return new AwsV4Signer({
    method,
    url: url.href,
    ...(headers && { headers }),
    accessKeyId: keys.accessKey,
    secretAccessKey: keys.secretKey,
    sessionToken: keys.sessionToken,
    service: "s3",
    region: s3Region,
    signQuery,
    datetime: new Date(Date.now() + behindMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
  });
};
