/**
 * Routes requests to the embedded weave: under /arweave of the server's own host and at arweave.<content domain> for
 * Arweave clients, and at <id in base32>.arweave.<content domain> for one ID's content, the only origin where its
 * scripts run.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { idPattern, type Arweave } from "../../engines/arweave/arweave.ts";
import { hostLabelOf, idOfHostLabel } from "../../engines/arweave/host-label.ts";
import { runsAsCode } from "../../http/security/security-headers.ts";

interface Place {
  readonly contentDomain: string;
  /** URL of the dashboard, if not the default. */
  readonly publicUrl?: string | undefined;
}

const prefix = "/arweave";

export const createArweaveHandler = (answer: NonNullable<Arweave["handle"]>, place: Place) => {
  const ownSuffix = `arweave.${place.contentDomain}`;
  const protocol = place.publicUrl ? new URL(place.publicUrl).protocol : "http:";

  /** Returns undefined for an unknown host. */
  const labelOf = (hostName: string): string | undefined => {
    if (hostName === ownSuffix) return "";
    return hostName.endsWith(`.${ownSuffix}`) ? hostName.slice(0, -ownSuffix.length - 1) : undefined;
  };

  /** Returns the URL of a page at its ID's own origin; undefined if the client can't reach it. */
  const ownAddress = (path: string, host: string): string | undefined => {
    const [, id = "", rest = ""] = /^\/([\w-]+)(\/.*|\?.*)?$/.exec(path) ?? [];
    if (!idPattern.test(id)) return undefined;
    const isReachable = place.contentDomain !== "localhost" || isLoopback(hostNameOf(host));
    const port = /:\d+$/.exec(host)?.[0] ?? "";
    return isReachable
      ? `${protocol}//${hostLabelOf(id)}.${ownSuffix}${port}${rest.startsWith("/") ? rest : `/${rest}`}`
      : undefined;
  };

  /** Whether the URL is one of the weave's paths on a shared host. */
  const servesPath = (url: string): boolean =>
    url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`);

  return {
    /** Whether a host is the weave's, or one ID's. */
    servesHost: (host: string): boolean => labelOf(hostNameOf(host)) !== undefined,
    servesPath,
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { headers, url = "/" } = request;
      const host = headers.host ?? "";
      const label = labelOf(hostNameOf(host));
      if (label) {
        const hostId = idOfHostLabel(label);
        if (!hostId) return void response.writeHead(404).end();
        return answer(request, response, { path: url, hostId });
      }
      const path = label === undefined ? url.slice(prefix.length) || "/" : url;
      if (runsAsCode(request)) return void response.writeHead(403).end();
      const location = headers["sec-fetch-mode"] === "navigate" ? ownAddress(path, host) : undefined;
      if (location)
        return void response.writeHead(302, { location, "cache-control": "no-cache", vary: "Sec-Fetch-Mode" }).end();
      return answer(request, response, { path, hostId: undefined });
    },
  };
};

const hostNameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

const isLoopback = (hostName: string): boolean =>
  hostName === "localhost" || hostName === "[::1]" || /^127(\.\d+){3}$/.test(hostName);
