/** Handles requests to a dedicated gateway: access, rate limits and content. */
import type { IncomingMessage } from "node:http";
import type { CID } from "multiformats/cid";
import { clientOf } from "../../engines/network/client.ts";
import {
  parseContentPath,
  parsePath,
  pausedMessage,
  tokenIn,
  withHeaders,
  type ContentRequest,
  type Exchange,
  type HostedRequest,
  type HostHandler,
} from "../serve/service.ts";
import { originOf, refusalOf } from "./allow.ts";
import type { Limits } from "../../kernel/limits/limits.ts";
import type { Counts } from "./counts.ts";
import type { Gateway } from "./rows.ts";

export interface HandleDeps {
  /** Cached briefly: used by every request. */
  find(id: string): Promise<Gateway | undefined>;
  /** Returns the team of a gateway token. */
  teamOf(token: string): Promise<string | undefined>;
  /** Whether the team owns this content. */
  isOwn(teamId: string, cid: CID): Promise<boolean>;
  /** Whether the team's content is served. */
  isServed(teamId: string): Promise<boolean>;
  /** Whether the team has bandwidth left. */
  hasTraffic(gateway: Pick<Gateway, "id" | "team_id">): Promise<boolean>;
  onServed(gateway: Gateway, bytes: number): void;
  readonly counts: Counts;
  readonly limits: Pick<Limits, "take">;
}

const messages = {
  missing: { status: 404, title: "Gateway not found", text: "No gateway uses this address. Check the spelling." },
  origin: { status: 403, title: "Origin not allowed", text: "This gateway does not allow requests from this origin." },
  agent: { status: 403, title: "Client not allowed", text: "This gateway does not allow requests from this client." },
  token: { status: 401, title: "Token required", text: "This gateway is private. Send a gateway token of its team." },
  often: {
    status: 429,
    title: "Too many requests",
    text: "The rate limit of this gateway is exceeded. Try again in a minute.",
  },
  paused: pausedMessage,
  traffic: {
    status: 402,
    title: "Bandwidth limit reached",
    text: "The team that owns this gateway has used up its bandwidth.",
  },
  worker: {
    status: 400,
    title: "Service worker not allowed",
    text: "A service worker at this path would control other content. Load it from within a folder.",
  },
  nothing: {
    status: 404,
    title: "Not found",
    text: "Content is served at /ipfs/<cid> and /ipns/<name>.",
  },
} as const;

export const createGatewayHandler =
  (deps: HandleDeps): HostHandler =>
  async ({ id, hostName, path, exchange, answers }) => {
    const gateway = await deps.find(id);
    if (!gateway) return messages.missing;
    const content = contentOf(gateway, path);
    const own = withCounting(deps, gateway, content, withHeaders(exchange, headersOf(gateway, exchange)));
    const refusal = await refusalFor(deps, gateway, { hostName, exchange: own });
    if (refusal) return answers.message(withHeaders(own, refusal.headers), messages[refusal.why]);
    if (!content) return answers.message(own, messages.nothing);
    if (reachesBeyond(content, exchange.request)) return answers.message(own, messages.worker);
    const mayServe = (root: CID): Promise<boolean> => deps.isOwn(gateway.team_id, root);
    const guard = gateway.scope === "private" ? { mayServe } : {};
    return answers.content(own, { ...content, hostName, ...guard });
  };

/** A service worker at /ipfs/<cid> itself would control every page below /ipfs/, including other sites. */
const reachesBeyond = ({ prefix, path }: RequestedContent, { headers }: IncomingMessage): boolean =>
  headers["service-worker"] !== undefined && prefix !== "" && path.parts.length === 0;

/**
 * Returns the response headers. Content by CID is immutable; a default page can change; names set their own cache time.
 */
const headersOf = ({ scope, origins, index_page }: Gateway, { request }: Exchange) => {
  const isPrivate = scope === "private";
  const atPath = request.url?.startsWith("/ipfs/") ?? false;
  const lasting =
    atPath || !index_page.startsWith("/ipfs/") ? "max-age=29030400, immutable" : "max-age=0, must-revalidate";
  return {
    "cache-control": isPrivate ? "private, no-store" : `public, ${lasting}`,
    ...(isPrivate && { "referrer-policy": "no-referrer" }),
    ...allowedOrigin(origins, request),
  };
};

/** Returns the CORS headers: a list of origins also applies to browsers. */
const allowedOrigin = (origins: readonly string[], { headers }: IncomingMessage) =>
  origins.length === 0
    ? { vary: "Accept" }
    : { vary: "Accept, Origin", "access-control-allow-origin": headers.origin ?? undefined };

type RequestedContent = Omit<ContentRequest, "hostName" | "mayServe">;

/** Returns the requested content: /ipfs/… and /ipns/… directly, other paths relative to the default page. */
const contentOf = ({ index_page }: Gateway, path: HostedRequest["path"]): RequestedContent | undefined => {
  const direct = parseContentPath(path);
  if (direct) return { space: direct.space, id: direct.id, path: direct.path, prefix: `/${direct.space}/${direct.id}` };
  const start = index_page === "" ? undefined : parsePath(index_page);
  const page = start && parseContentPath(start);
  return page && { space: page.space, id: page.id, within: page.path.parts, path, prefix: "" };
};

/** Returns an exchange that counts the response, even if it is aborted. */
const withCounting = (
  { counts, onServed }: HandleDeps,
  gateway: Gateway,
  content: RequestedContent | undefined,
  exchange: Exchange,
): Exchange => {
  const { request, response } = exchange;
  let sent = 0;
  const recordRequest = (): void =>
    counts.record({
      gatewayId: gateway.id,
      bytes: sent,
      status: response.statusCode,
      cid: content?.space === "ipfs" && response.statusCode < 400 ? content.id : undefined,
      referer: originOf({ referer: request.headers.referer })?.host,
      agent: request.headers["user-agent"],
    });
  // Other listeners of the close event report the bytes sent first.
  response.once("close", () => queueMicrotask(recordRequest));
  const onSent = (bytes: number): void => {
    sent += bytes;
    onServed(gateway, bytes);
  };
  return { ...exchange, onSent };
};

interface Refusal {
  readonly why: keyof typeof messages;
  readonly headers: Readonly<Record<string, string>>;
}

const refusalFor = async (
  deps: HandleDeps,
  gateway: Gateway,
  { hostName, exchange: { request } }: { readonly hostName: string; readonly exchange: Exchange },
): Promise<Refusal | undefined> => {
  const waitMs = await waitFor(deps.limits, gateway, clientOf(request).address);
  if (waitMs > 0) return { why: "often", headers: { "retry-after": String(Math.ceil(waitMs / 1000)) } };
  const why = refusalOf(gateway, request.headers, hostName);
  if (why) return { why, headers: {} };
  if (gateway.scope === "private" && (await deps.teamOf(tokenIn(request))) !== gateway.team_id) {
    return { why: "token", headers: { "www-authenticate": "Bearer" } };
  }
  if (!(await deps.isServed(gateway.team_id))) return { why: "paused", headers: {} };
  return (await deps.hasTraffic(gateway)) ? undefined : { why: "traffic", headers: {} };
};

/** Counts a request of the gateway and of the address. Returns the milliseconds to wait if one of them has too many. */
const waitFor = async ({ take }: Pick<Limits, "take">, gateway: Gateway, address: string): Promise<number> => {
  const { id, requests_per_minute: inAll, requests_per_address: perAddress } = gateway;
  const limit = (name: string, max: number) => ({ name, max, windowMs: 60_000 });
  const waitMs = perAddress > 0 ? await take(limit(`gateway ${id}`, perAddress), address) : 0;
  return waitMs > 0 || inAll === 0 ? waitMs : take(limit("gateways", inAll), id);
};
