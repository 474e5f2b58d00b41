/** Security headers of responses, by content. The gateway uses precomputed constants for speed. */
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

/** Browser features that the dashboard's origin does not use. */
const unusedFeatures = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "serial",
  "xr-spatial-tracking",
];
const permissions = unusedFeatures.map((feature) => `${feature}=()`).join(", ");

/** Headers of the dashboard and the API. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": permissions,
};

/**
 * Headers of content by path: objects, archives, repositories. Other pages may embed it; as a page it is in a sandbox,
 * which browsers open only without an opener policy.
 */
export const contentHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "unsafe-none",
  "cross-origin-resource-policy": "cross-origin",
  "permissions-policy": permissions,
};

export const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
};

/** Tells browsers to use HTTPS for a year. Not for subdomains, because teams choose the hosts of their sites. */
export const secureOnly = (response: ServerResponse): void =>
  void response.setHeader("strict-transport-security", "max-age=31536000");

/**
 * Types that a browser runs as a script, module or worker, or applies as a style sheet. With nosniff, it accepts no
 * other type.
 */
const codeType =
  /^\s*(?:text\/css|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))\s*(?:;|$)/i;

/**
 * Sends users' scripts and style sheets as plain text if a page of the dashboard may have requested them. Browsers send
 * the page's site in Sec-Fetch-Site, but old ones don't, and none does over http to another machine. Without it, every
 * browser counts as such a page unless it sends something that a page of this origin can't: an Authorization header, or
 * the Referer of another origin. Tools such as curl and SDKs get the stored type, signed or not. The dashboard's policy
 * blocks these paths too.
 */
export const sendCodeAsText = (request: IncomingMessage, response: ServerResponse): void => {
  if (isFromElsewhere(request)) return;
  const inert = (type: OutgoingHttpHeader): OutgoingHttpHeader =>
    codeType.test(String(type)) ? "text/plain; charset=utf-8" : type;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const replaced = (status: number, ...rest: unknown[]): ServerResponse => {
    const set = response.getHeader("content-type");
    if (set !== undefined) response.setHeader("content-type", inert(set) as string);
    return writeHead(status, ...rest.map((headers) => withType(headers, inert)));
  };
  Object.assign(response, { writeHead: replaced });
};

/** Fetch destinations that run a file as code of the requesting page's origin. */
const codeDestinations = new Set([
  "script",
  "worker",
  "sharedworker",
  "serviceworker",
  "audioworklet",
  "paintworklet",
  "xslt",
]);

/**
 * Whether a page of the same origin asks for a file to run it as a script, worker or worklet. Content by path shares its
 * origin with other content or the dashboard, so it must not answer such requests.
 */
export const runsAsCode = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["service-worker"] !== undefined ||
  (headers["sec-fetch-site"] === "same-origin" && codeDestinations.has(String(headers["sec-fetch-dest"])));

const withType = (headers: unknown, inert: (type: OutgoingHttpHeader) => OutgoingHttpHeader): unknown => {
  if (Array.isArray(headers)) {
    const flat = headers as OutgoingHttpHeader[];
    return flat.map((value, at) => (at % 2 === 1 && isTypeName(flat[at - 1]) ? inert(value) : value));
  }
  if (typeof headers !== "object" || headers === null) return headers;
  const entries = Object.entries(headers as OutgoingHttpHeaders);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isTypeName(name) && value !== undefined ? inert(value) : value]),
  );
};

const isTypeName = (name: unknown): boolean => String(name).toLowerCase() === "content-type";

/** How each browser's User-Agent starts. Pages can't change it for scripts they load. */
const everyBrowser = "Mozilla/";

const isFromElsewhere = ({ headers }: IncomingMessage): boolean => {
  const { authorization, referer, host, "sec-fetch-site": site, "user-agent": agent = "" } = headers;
  if (authorization !== undefined) return true;
  if (site !== undefined) return site !== "same-origin";
  if (!agent.startsWith(everyBrowser)) return true;
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host !== host;
};
