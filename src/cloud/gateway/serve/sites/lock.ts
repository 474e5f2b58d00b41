/**
 * Sites with a password. Browsers get a page that asks for it and programs a refusal in JSON; the right password sets a signed cookie for
 * this host. The password's hash signs the cookies, so a new password ends them.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { clientOf } from "../../../engines/network/client.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { refusal } from "../../../kernel/calls/envelope.ts";
import type { Limits } from "../../../kernel/limits/limits.ts";
import { isPassword } from "../../../kernel/passwords.ts";
import { passwordPage } from "../pages.ts";
import { end, isIconRequest, sendPage, withHeaders, type Exchange } from "../respond.ts";
import { pathUrl, type ContentPath } from "../target.ts";

/** Headers of a site with a password: only the visitor's browser may store it. */
export const unshared = { "cache-control": "private, no-store" } as const;

const cookieName = "fh_preview";
const cookieSeconds = 7 * 24 * 60 * 60;
const bodyBytesMax = 4096;
/** Of each address, for all sites. */
const attempts = { name: "preview-password", max: 10, windowMs: 60_000 } as const;

/** A locked site and the path that a visitor wants. */
interface Locked {
  readonly hostName: string;
  readonly path: ContentPath;
  readonly passwordHash: Buffer;
}

/** Returns whether the request's cookie opens the site. */
export const isOpen = ({ headers }: IncomingMessage, { hostName, passwordHash }: Locked): boolean =>
  (headers.cookie ?? "").split("; ").some((pair) => {
    if (!pair.startsWith(`${cookieName}=`)) return false;
    const [expiry = "", signature = ""] = pair.slice(cookieName.length + 1).split(".");
    if (!(Number(expiry) > Date.now() / 1000)) return false;
    const [expected, given] = [signatureOf(expiry, hostName, passwordHash), Buffer.from(signature, "base64url")];
    return given.length === expected.length && timingSafeEqual(given, expected);
  });

/** Asks for the password. */
export const askForPassword = (exchange: Exchange): void => refuse(exchange, new AppError("PREVIEW_PASSWORD_REQUIRED"));

/** Checks a password that a form sent, as `password`; the right one sets the cookie and leads back to the path. */
export const enterPassword = async (
  exchange: Exchange,
  { hostName, path, passwordHash }: Locked,
  limits: Pick<Limits, "take">,
): Promise<void> => {
  const { request, response, headers } = exchange;
  const { address, isSecure } = clientOf(request);
  const waitMs = await limits.take(attempts, address);
  if (waitMs > 0)
    return refuse(exchange, new AppError("TOO_MANY_REQUESTS", { retryAfterSeconds: Math.ceil(waitMs / 1000) }));
  if (!(Number(request.headers["content-length"]) <= bodyBytesMax))
    return refuse(exchange, new AppError("PAYLOAD_TOO_LARGE"));
  const password = new URLSearchParams(await text(request)).get("password") ?? "";
  if (!(await isPassword(password.trim(), passwordHash)))
    return refuse(exchange, new AppError("PREVIEW_PASSWORD_INCORRECT"));
  const expiry = String(Math.floor(Date.now() / 1000) + cookieSeconds);
  const value = `${expiry}.${signatureOf(expiry, hostName, passwordHash).toString("base64url")}`;
  end(response, 303, {
    ...headers,
    ...unshared,
    location: pathUrl("", path.parts, path.endsWithSlash) + path.search,
    "set-cookie": `${cookieName}=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
  });
};

const signatureOf = (expiry: string, hostName: string, passwordHash: Buffer): Buffer =>
  createHmac("sha256", passwordHash).update(`${hostName} ${expiry}`).digest();

const refuse = (exchange: Exchange, refused: AppError): void => {
  const { request, response } = exchange;
  const own = withHeaders(exchange, {
    ...unshared,
    ...(refused.retryAfterSeconds !== undefined && { "retry-after": String(refused.retryAfterSeconds) }),
  });
  if (isIconRequest(exchange)) return end(response, 204, own.headers);
  const isFirst = refused.code === "PREVIEW_PASSWORD_REQUIRED";
  if ((request.headers.accept ?? "").includes("text/html"))
    return sendPage(own, refused.status, passwordPage(isFirst ? undefined : refused.message));
  const body = Buffer.from(JSON.stringify(refusal(refused)));
  const headers = {
    ...own.headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  };
  end(response, refused.status, headers, request.method === "HEAD" ? undefined : body);
};
