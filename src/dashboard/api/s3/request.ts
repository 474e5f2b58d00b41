/** Client for the S3 endpoint: signs and sends requests, and renews refused credentials. */
import { AwsV4Signer } from "aws4fetch";
import * as z from "zod/mini";
import { s3Region } from "../../../../resources/storage/access-key-limits.ts";
import { CanceledError, NetworkError } from "../errors.ts";
import { s3Address } from "./address.ts";
import { readS3Error, type S3Error } from "./s3-error.ts";
import { assumeRole } from "../../../../resources/storage/access-key-calls.ts";
import { stsRefreshSeconds, uploadStallMs } from "../../../../resources/storage/storage-limits.ts";
import { readStored } from "../../lib/stored.ts";
import { send } from "../client.ts";
import { sessionKeys } from "../session/keys.ts";
import { session } from "../session/session.ts";

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

// Temporary S3 credentials of the current team: stored in this browser, renewed an hour before they expire, never
// shown.

const storedCredentials = z.object({
  teamId: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  sessionToken: z.string(),
  /** Unix seconds. */
  expiredAt: z.int(),
});
type Credentials = z.output<typeof storedCredentials>;

const underWay = new Map<string, Promise<Credentials>>();

/**
 * Returns credentials that are valid for at least an hour. `fresh` requests new ones, after the old ones were refused.
 */
const credentials = async ({ fresh = false } = {}): Promise<Credentials> => {
  const teamId = session.get().team?.teamId ?? "";
  const cached = fresh ? undefined : read(teamId);
  if (cached) return cached;
  const pending = underWay.get(teamId) ?? fetchCredentials(teamId);
  underWay.set(teamId, pending);
  try {
    return await pending;
  } finally {
    underWay.delete(teamId);
  }
};

const fetchCredentials = async (teamId: string): Promise<Credentials> => {
  const received = { teamId, ...(await send(assumeRole)) };
  // The user may have switched teams meanwhile; that team's credentials are requested when needed.
  if (session.get().team?.teamId === teamId) localStorage.setItem(sessionKeys.sts, JSON.stringify(received));
  return received;
};

const read = (teamId: string): Credentials | undefined => {
  const stored = storedCredentials.safeParse(readStored(sessionKeys.sts)).data;
  if (stored?.teamId !== teamId) return undefined;
  return stored.expiredAt - stsRefreshSeconds > Date.now() / 1000 ? stored : undefined;
};

// Sends a body with upload progress, which fetch does not report.

interface Sending {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Blob;
  readonly signal: AbortSignal | undefined;
  readonly onSent: (bytes: number) => void;
}

/** Throws CanceledError when aborted, NetworkError without a response or after a minute without progress. */
const sendBody = ({ method, url, headers, body, signal, onSent }: Sending): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new CanceledError());
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        reject(new NetworkError("The transfer stalled."));
        request.abort();
      }, uploadStallMs);
    };
    const abort = (): void => request.abort();
    request.open(method, url);
    headers.forEach((value, name) => name !== "host" && request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onSent(loaded);
    };
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new NetworkError("The connection was lost."));
    request.onabort = () => reject(new CanceledError());
    request.onloadend = () => {
      clearTimeout(stall);
      signal?.removeEventListener("abort", abort);
    };
    signal?.addEventListener("abort", abort);
    watch();
    request.send(body);
  });

const responseOf = (request: XMLHttpRequest): Response => {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(":");
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : [];
  });
  return new Response(bodyless.has(request.status) ? null : request.responseText, { status: request.status, headers });
};

const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);
