/** Serves what people publish: by host name, by CID on a host of its own, and by path. Never on the dashboard's origin. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { CID } from "multiformats/cid";
import type { Engines } from "../../engines/engines.ts";
import type { Hostnames } from "../hostnames/service.ts";
import { messagePage } from "./pages.ts";
import { end, sendPage, type Exchange } from "./respond.ts";
import { serveTree } from "./serve-tree.ts";
import { createSites, type CustomHosts, type FindSite, type HostRedirect, type Site } from "./sites.ts";
import { cidLabel, hostNameOf, labelsBelow, parseTarget, pathUrl, portOf, type Target } from "./target.ts";

export type { CustomHosts, HostRedirect, Site } from "./sites.ts";

export interface Served {
  readonly teamId: string;
  readonly subject: string;
  readonly bytes: number;
}

export interface GatewayOptions {
  readonly contentDomain: string;
  /** Address of the dashboard, when it is not the default one. */
  readonly publicUrl?: string | undefined;
  readonly hostnames: Pick<Hostnames, "lookup">;
  /** Further hosts that show what people publish. One below the content domain, and the dashboard's, can be none of them. */
  readonly customHosts?: CustomHosts | undefined;
  /** Told what a site's visitors were sent. Called once for each answer, after it ended. */
  onServed(served: Served): void;
}

export interface Gateway {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Whether a host belongs to user content. Of other hosts, only /ipfs/ does. */
  serves(host: string): boolean;
  /** Says how to find the site of a kind of thing that has host names. */
  registerKind(kind: string, find: FindSite): void;
  /** What is shown for this thing has changed. */
  invalidate(kind: string, id: string): void;
  /** This host name has begun, ceased or changed to lead somewhere. */
  invalidateHost(hostName: string): void;
}

const crossOrigin: OutgoingHttpHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Content-Type, Range, User-Agent, X-Requested-With",
  "access-control-expose-headers": "Content-Length, Content-Range, ETag, X-Ipfs-Path, X-Ipfs-Roots",
};
const everywhere: OutgoingHttpHeaders = { ...crossOrigin, "x-content-type-options": "nosniff" };
const fixed: OutgoingHttpHeaders = { ...everywhere, "cache-control": "public, max-age=29030400, immutable" };
const byPath: OutgoingHttpHeaders = { ...fixed, "content-security-policy": "sandbox", vary: "Sec-Fetch-Mode" };
const byName: OutgoingHttpHeaders = { ...everywhere, "cache-control": "public, max-age=0, must-revalidate" };

/** How a page of the dashboard's own origin would run a file as its own code. */
const asCode = new Set(["script", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet", "xslt"]);

export const createGateway = (
  { blocks, database }: Pick<Engines, "blocks" | "database">,
  options: GatewayOptions,
): Gateway => {
  const { contentDomain, customHosts } = options;
  const publicUrl = options.publicUrl ? new URL(options.publicUrl) : undefined;
  const sites = createSites(async (hostName) => {
    const label = labelsBelow(hostName, contentDomain);
    return label === undefined ? customHosts?.find(hostName) : options.hostnames.lookup(database.db, label);
  });
  const isCustomHost = (hostName: string): boolean =>
    hostName !== publicUrl?.hostname && (customHosts?.has(hostName) ?? false);

  const serveSite = async (site: Site, target: Target, exchange: Exchange): Promise<void> => {
    const onSent = (bytes: number): void => options.onServed({ teamId: site.teamId, subject: site.subject, bytes });
    const root = CID.parse(site.cid);
    await serveTree({ ...exchange, onSent }, blocks, { root, path: target.path, prefix: "", shows: "site" });
  };

  const serveName = async (target: Target & { by: "name" }, exchange: Exchange): Promise<void> => {
    const answer = await sites.find(target.hostName);
    if (answer === "unknown-host") {
      return sendPage(exchange, 404, messagePage("No site here", "No site has this address. Is it spelt right?"));
    }
    if (answer === "nothing-deployed") {
      return sendPage(exchange, 404, messagePage("Nothing here yet", "Nothing has been deployed to this address."));
    }
    if ("redirectTo" in answer) return sendOn(answer, exchange);
    return serveSite(answer.site, target, exchange);
  };

  /** A location without a scheme keeps the one that was asked with. */
  const sendOn = ({ redirectTo, code }: HostRedirect, { request, response, headers }: Exchange): void => {
    const location = `//${redirectTo}${portOf(request.headers.host ?? "")}${request.url ?? "/"}`;
    end(response, code, { ...headers, location });
  };

  const servePath = async (target: Target & { by: "cid-path" }, exchange: Exchange): Promise<void> => {
    const { headers } = exchange.request;
    const isOwnCode = headers["sec-fetch-site"] === "same-origin" && asCode.has(String(headers["sec-fetch-dest"]));
    if (headers["service-worker"] !== undefined || isOwnCode) {
      return sendPage(exchange, 403, messagePage("Not as code", "Files by path are not run as code of this address."));
    }
    const ownHost = headers["sec-fetch-mode"] === "navigate" ? ownHostOf(target.root, headers.host ?? "") : undefined;
    if (ownHost) {
      const { parts, endsWithSlash, search } = target.path;
      const location = ownHost + pathUrl("", parts, endsWithSlash) + search;
      return end(exchange.response, 302, { ...exchange.headers, "cache-control": "no-cache", location });
    }
    const prefix = `/ipfs/${target.root.toString()}`;
    return serveTree(exchange, blocks, { root: target.root, path: target.path, prefix, shows: "tree" });
  };

  /** The origin that belongs to one CID; undefined where the client could not reach it. */
  const ownHostOf = (root: CID, host: string): string | undefined => {
    const label = cidLabel(root);
    const name = hostNameOf(host);
    const isReachable = contentDomain !== "localhost" || isLoopback(name);
    return label && isReachable
      ? `${publicUrl?.protocol ?? "http:"}//${label}.ipfs.${contentDomain}${portOf(host)}`
      : undefined;
  };

  return {
    registerKind: sites.register,
    invalidate: sites.invalidate,
    invalidateHost: sites.invalidateHost,
    serves(host) {
      const name = hostNameOf(host);
      return name !== publicUrl?.hostname && (labelsBelow(name, contentDomain) !== undefined || isCustomHost(name));
    },
    async handle(request, response) {
      const hostName = hostNameOf(request.headers.host ?? "");
      const target = parseTarget(hostName, request.url ?? "", { contentDomain, isCustomHost });
      const headers = target ? headersOf[target.by] : everywhere;
      const exchange: Exchange = { request, response, headers, onSent: () => undefined };
      if (request.method === "OPTIONS") return end(response, 204, headers);
      if (request.method !== "GET" && request.method !== "HEAD") {
        return end(response, 405, { ...everywhere, allow: "GET, HEAD, OPTIONS" });
      }
      if (!target) return sendPage(exchange, 404, messagePage("Not found", "This address leads nowhere."));
      if (target.by === "name") return serveName(target, exchange);
      if (target.by === "cid-path") return servePath(target, exchange);
      return serveTree(exchange, blocks, { root: target.root, path: target.path, prefix: "", shows: "tree" });
    },
  };
};

const headersOf: Readonly<Record<Target["by"], OutgoingHttpHeaders>> = {
  name: byName,
  "cid-host": fixed,
  "cid-path": byPath,
};

const isLoopback = (hostName: string): boolean =>
  hostName === "localhost" || hostName === "[::1]" || /^127(\.\d+){3}$/.test(hostName);
