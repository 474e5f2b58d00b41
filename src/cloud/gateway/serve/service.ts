/**
 * Serves published content: by host name, by CID or name on a separate host, and by path. Long: each has its own
 * headers.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { CID } from "multiformats/cid";
import { parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Hostnames } from "../../hosting/hostnames/service.ts";
import type { ContentAccess } from "./access.ts";
import { createPathServing } from "./by-path.ts";
import { createCompressor } from "./compression/compress.ts";
import { createNames, fromInlined, type IpnsNames } from "./content/names.ts";
import { sendMissing } from "./content/missing.ts";
import { serveContent, type ContentSources } from "./content/serve-content.ts";
import { denylistOf } from "./denylist/denylist.ts";
import type { Denylists } from "./denylist/lists.ts";
import { pausedMessage, type Message } from "./pages.ts";
import { createReadyAnswers, sendReady } from "./ready.ts";
import type { Answers, HostHandler } from "./own-answers.ts";
import { end, sendMessage, withHeaders, type Exchange } from "./respond.ts";
import { createSiteRules } from "./rules/site-rules.ts";
import { askForPassword, enterPassword, isOpen, unshared } from "./sites/lock.ts";
import { serveSite } from "./sites/serve-site.ts";
import { sendFile } from "./send-file.ts";
import { createSites, type CustomHosts, type HostRedirect, type Site, type SiteAnswer } from "./sites/sites.ts";
import { hostNameOf, LABEL_MAX, labelsBelow, parseTarget, portOf, uriTarget, type Target } from "./target.ts";
import { anyOrigin } from "../../engines/network/any-origin.ts";
import { createLimits, type Limits } from "../../kernel/limits/limits.ts";

export { teamOfToken, tokenIn, type ContentAccess } from "./access.ts";
export type { IpnsNames } from "./content/names.ts";
export type { ContentRequest } from "./content/serve-content.ts";
export { createDenylists, type Denylists } from "./denylist/lists.ts";
export type { Answers, HostedRequest, HostHandler } from "./own-answers.ts";
export { parseContentPath, parsePath, type ContentPath } from "./target.ts";
export { pausedMessage } from "./pages.ts";
export { sendMessage, withHeaders, type Exchange } from "./respond.ts";
export type { CustomHosts, HostRedirect, Site } from "./sites/sites.ts";

export interface Served {
  readonly teamId: string;
  readonly subject: string;
  readonly bytes: number;
}

/** A response to a request for a site, once it has been sent or given up. */
export interface AnsweredRequest {
  readonly site: Site;
  readonly hostName: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Content bytes sent. */
  readonly bytes: number;
}

export interface GatewayOptions {
  readonly contentDomain: string;
  /** URL of the dashboard, if configured. */
  readonly publicUrl?: string | undefined;
  readonly hostnames: Pick<Hostnames, "lookup">;
  /** Custom hosts. The dashboard's host and hosts below the content domain are excluded. */
  readonly customHosts?: CustomHosts | undefined;
  /** Resolves IPNS names; without it, none resolve. */
  readonly names?: IpnsNames | undefined;
  /** Whether a team's content is served; by default, all content is. */
  readonly isServed?: ((teamId: string) => Promise<boolean>) | undefined;
  /** Whether a team's spend cap pauses a site. */
  readonly isCapped?: ((teamId: string, subject: string) => Promise<boolean>) | undefined;
  /** Read access by CID; by default, all content is public. */
  readonly access?: ContentAccess | undefined;
  /** Content that is never served. */
  readonly denylist?: Pick<Denylists, "current" | "onChange"> | undefined;
  /** Milliseconds after which a lost signal of a changed site no longer matters. */
  readonly siteCacheMs?: number | undefined;
  /** Counts attempts at passwords. Default: in this process. */
  readonly limits?: Pick<Limits, "take"> | undefined;
  /** Called once after each response with the bytes sent. */
  onServed(served: Served): void;
}

export type Gateway = ReturnType<typeof createGateway>;

/** Allows embedding content anywhere. Sites choose their own permissions policy. */
const embeddable: OutgoingHttpHeaders = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  "cross-origin-opener-policy": "unsafe-none",
  "permissions-policy": "browsing-topics=()",
};
const crossOrigin: OutgoingHttpHeaders = {
  ...anyOrigin,
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-expose-headers":
    "Content-Length, Content-Location, Content-Range, ETag, X-Chunked-Output, X-Ipfs-Path, X-Ipfs-Roots, X-Stream-Output",
};
const readable: OutgoingHttpHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": crossOrigin["access-control-expose-headers"],
};
const everywhere: OutgoingHttpHeaders = { ...crossOrigin, ...embeddable };
/** Content of a CID is immutable. Responses for names set their own cache time. */
const fixed: OutgoingHttpHeaders = {
  ...everywhere,
  "cache-control": "public, max-age=29030400, immutable",
  vary: "Accept",
};
const byPath: OutgoingHttpHeaders = {
  ...fixed,
  "content-security-policy": "sandbox",
  vary: "Accept, Sec-Fetch-Mode",
};
/** The other CORS headers are only sent for OPTIONS. */
const byName: OutgoingHttpHeaders = {
  ...readable,
  ...embeddable,
  "cache-control": "public, max-age=0, must-revalidate",
};

export const createGateway = (
  {
    blocks,
    database,
    realtime,
    dns,
  }: Pick<Engines, "blocks" | "database"> & {
    readonly realtime: Pick<Engines["realtime"], "signal" | "onSignal">;
    readonly dns?: Pick<Engines["dns"], "texts">;
  },
  options: GatewayOptions,
) => {
  const { contentDomain, customHosts, isServed = async () => true, isCapped = async () => false } = options;
  const { limits = createLimits() } = options;
  const publicUrl = options.publicUrl ? new URL(options.publicUrl) : undefined;
  const sites = createSites({
    realtime,
    lookup: async (hostName) => {
      const label = labelsBelow(hostName, contentDomain);
      return label === undefined ? customHosts?.find(hostName) : options.hostnames.lookup(database.db, label);
    },
    isServed: async ({ teamId, subject }) => (await isServed(teamId)) && !(await isCapped(teamId, subject)),
    cacheMs: options.siteCacheMs,
  });
  const isCustomHost = (hostName: string): boolean =>
    hostName !== publicUrl?.hostname && (customHosts?.has(hostName) ?? false);
  const rulesOf = createSiteRules(blocks);
  const ready = createReadyAnswers();
  const denylist = options.denylist?.current ?? (() => emptyDenylist);
  options.denylist?.onChange(ready.clear);
  const sources: ContentSources = {
    blocks,
    compressor: createCompressor(blocks),
    denial: (cid) => denylist().ofContent(cid),
    denylist,
    access: options.access,
    names: createNames(options.names, dns),
    isServed,
  };
  const handlers = new Map<string, HostHandler>();
  const listeners: ((answered: AnsweredRequest) => void)[] = [];

  const isPublic = options.access?.isPublic ?? (async () => true);
  /** Content of a CID never changes; what a name leads to does. */
  const keeping = ({ space, id }: Exclude<Target, { by: "name" }>, request: IncomingMessage): Exchange["onWhole"] => {
    const root = space === "ipfs" ? parseCid(id) : undefined;
    return root && ready.keeping(request, root);
  };

  /** Counts the bytes that are sent for a site, and tells the listeners once the response ends. */
  const countFor = (site: Site, hostName: string, { request, response }: Pick<Exchange, "request" | "response">) => {
    const { teamId, subject } = site;
    let sent = 0;
    if (listeners.length > 0)
      // After the other listeners of the event: one of them counts the bytes.
      response.once("close", () =>
        queueMicrotask(() => {
          for (const listener of listeners) listener({ site, hostName, request, response, bytes: sent });
        }),
      );
    return (bytes: number): void => {
      sent += bytes;
      options.onServed({ teamId, subject, bytes });
    };
  };

  const answers: Answers = {
    file: (exchange, shown) => sendFile(exchange, sources, shown),
    content: (exchange, request) => serveContent(exchange, sources, request),
    message: sendMessage,
  };

  const serveName = async (target: Target & { by: "name" }, exchange: Exchange): Promise<void> => {
    if (!(await answerName(await sites.find(target.hostName), target, exchange))) return;
    // The cached target no longer exists: the host name can have a new one.
    const message = await answerName(await sites.findFresh(target.hostName), target, exchange);
    if (message) sendMessage(exchange, message);
  };

  /** Responds for a host name. Returns a message instead if the target no longer exists. */
  const answerName = async (
    answer: SiteAnswer,
    { hostName, path }: Target & { by: "name" },
    exchange: Exchange,
  ): Promise<Message | void> => {
    if (answer === "unknown-host") {
      return sendMessage(exchange, {
        status: 404,
        title: "Site not found",
        text: "No site uses this address. Check the spelling.",
      });
    }
    if (answer === "nothing-deployed") {
      return sendMessage(exchange, {
        status: 404,
        title: "Not deployed yet",
        text: "Nothing has been deployed to this address.",
      });
    }
    if (answer === "paused") return sendMessage(exchange, pausedMessage);
    if ("redirectTo" in answer) return redirectHost(answer, exchange);
    if ("handled" in answer) {
      const { kind, id } = answer.handled;
      return handlers.get(kind)!({ id, hostName, path, exchange, answers });
    }
    const { site } = answer;
    const { passwordHash } = site;
    if (passwordHash && !isOpen(exchange.request, { hostName, path, passwordHash })) return askForPassword(exchange);
    const siteRequest = { site, root: CID.parse(site.cid), hostName, path };
    const address = { space: "ipfs", id: site.cid, parts: path.parts } as const;
    const denial = sources.denial(siteRequest.root) ?? denylist().ofAddress(address);
    if (denial !== undefined) return sendMissing(exchange, denial);
    const onWhole = passwordHash ? undefined : ready.keeping(exchange.request, site);
    const own = passwordHash ? withHeaders(exchange, unshared) : exchange;
    await serveSite(
      { ...own, onSent: countFor(site, hostName, exchange), onWhole },
      { ...sources, rulesOf },
      siteRequest,
    );
  };

  /** Takes a form with the password of a site that has one. Returns false for other targets. */
  const takePassword = async (target: Target | undefined, exchange: Exchange): Promise<boolean> => {
    if (target?.by !== "name" || exchange.request.method !== "POST") return false;
    const answer = await sites.find(target.hostName);
    const passwordHash = typeof answer === "object" && "site" in answer ? answer.site.passwordHash : undefined;
    if (!passwordHash) return false;
    await enterPassword(exchange, { ...target, passwordHash }, limits);
    return true;
  };

  /** Redirects to another host. A location without a scheme keeps the request's scheme. */
  const redirectHost = ({ redirectTo, code }: HostRedirect, { request, response, headers }: Exchange): void => {
    const location = `//${redirectTo}${portOf(request.headers.host ?? "")}${request.url ?? "/"}`;
    end(response, code, { ...headers, location });
  };

  const servePath = createPathServing({ contentDomain, publicUrl, names: options.names, sources });

  const serveHost = async (target: Target & { by: "content-host" }, exchange: Exchange): Promise<void> => {
    const { space, path } = target;
    if (target.id.length > LABEL_MAX && !target.id.includes(".")) return sendMissing(exchange, "label");
    const isDnsLink = space === "ipns" && options.names?.parse(target.id) === undefined && !target.id.includes(".");
    const id = isDnsLink ? fromInlined(target.id) : target.id;
    const hostName = hostNameOf(exchange.request.headers.host ?? "");
    await serveContent(exchange, { ...sources, rulesOf }, { space, id, path, prefix: "", hostName });
  };

  return {
    /** Messages about invalid parts of a tree's `_redirects` and `_headers`, for the deployment log. */
    ruleProblems: async (cid: string): Promise<readonly string[]> => (await rulesOf(CID.parse(cid))).problems,
    /** Registers how to find the site for a kind of host name target. */
    registerKind: sites.register,
    /**
     * Registers a request handler for targets of a kind, instead of a site. It receives GET and HEAD requests to
     * `<label>.<domain>` and custom hosts; other methods are handled before.
     */
    registerHandler(kind: string, handler: HostHandler): void {
      handlers.set(kind, handler);
      sites.registerHandled(kind);
    },
    /** Registers a listener of all answered requests for sites. It must be fast. */
    registerListener: (listener: (answered: AnsweredRequest) => void): void => void listeners.push(listener),
    /** Call it when a change of a target's content is committed. It applies in every process. */
    invalidate: sites.invalidate,
    /** Call it in every process when the target of a host name was added, changed or removed. */
    invalidateHost: sites.invalidateHost,
    /** Whether content is on a denylist. */
    denies: (cid: CID): boolean => denylist().ofContent(cid) !== undefined,
    /** Whether a host belongs to user content. Of other hosts, only /ipfs/ does. */
    serves(host: string): boolean {
      const name = hostNameOf(host);
      return name !== publicUrl?.hostname && (labelsBelow(name, contentDomain) !== undefined || isCustomHost(name));
    },
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const hostName = hostNameOf(request.headers.host ?? "");
      const site = sites.peek(hostName);
      const ofSite = site && !site.passwordHash ? ready.ofSite(request, site) : undefined;
      if (site && ofSite && sendReady(request, response, ofSite, () => countFor(site, hostName, { request, response })))
        return;
      const ofContent = site || isCustomHost(hostName) ? undefined : ready.ofContent(request);
      if (ofContent && (await isPublic(ofContent.source)) && sendReady(request, response, ofContent, () => uncounted))
        return;
      const target = parseTarget(hostName, request.url ?? "", { contentDomain, isCustomHost });
      const headers = target ? headersOf[target.by] : everywhere;
      const exchange: Exchange = { request, response, headers, onSent: uncounted };
      if (request.method === "OPTIONS") return end(response, 204, { ...headers, ...everywhere });
      if (request.method !== "GET" && request.method !== "HEAD") {
        if (await takePassword(target, exchange)) return;
        return end(response, 405, { ...everywhere, allow: "GET, HEAD, OPTIONS" });
      }
      const uriLocation = target ? undefined : uriTarget(request.url ?? "");
      if (uriLocation) return end(response, 301, { ...headers, location: uriLocation });
      if (!target)
        return sendMessage(exchange, { status: 404, title: "Not found", text: "Nothing is served at this address." });
      if (target.by === "name") return serveName(target, exchange);
      const kept = { ...exchange, onWhole: keeping(target, request) };
      return target.by === "content-path" ? servePath(target, kept) : serveHost(target, kept);
    },
  };
};

const emptyDenylist = denylistOf([]);
/** Content by CID is not billed. */
const uncounted = (): void => undefined;

const headersOf: Readonly<Record<Target["by"], OutgoingHttpHeaders>> = {
  name: byName,
  "content-host": fixed,
  "content-path": byPath,
};
