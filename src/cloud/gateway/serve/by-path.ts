/** /ipfs/… and /ipns/… on a shared host such as the dashboard's: sandboxed, or redirected to a separate origin. */
import { schemeOf } from "../../engines/network/client.ts";
import { parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import { runsAsCode } from "../../http/security/security-headers.ts";
import { inlined, isDomain, type IpnsNames } from "./content/names.ts";
import { sendMissing } from "./content/missing.ts";
import { serveContent, type ContentSources } from "./content/serve-content.ts";
import { end, sendMessage, type Exchange } from "./respond.ts";
import { cidLabel, hostNameOf, LABEL_MAX, pathUrl, portOf, type Space, type Target } from "./target.ts";

type PathTarget = Target & { by: "content-path" };

interface PathServing {
  readonly contentDomain: string;
  readonly publicUrl: URL | undefined;
  readonly names: IpnsNames | undefined;
  readonly sources: ContentSources;
}

export const createPathServing = ({ contentDomain, publicUrl, names, sources }: PathServing) => {
  /** Returns the separate origin of a content root; undefined if the client can't reach it. */
  const ownOriginOf = (label: string | undefined, space: Space, request: Exchange["request"]): string | undefined => {
    const host = request.headers.host ?? "";
    const isReachable = contentDomain !== "localhost" || isLoopback(hostNameOf(host));
    return label && isReachable
      ? `${publicUrl?.protocol ?? `${schemeOf(request)}:`}//${label}.${space}.${contentDomain}${portOf(host)}`
      : undefined;
  };

  /**
   * Whether to redirect to the separate origin: permanently on a dedicated content domain, temporarily for navigations.
   */
  const redirectKind = ({ headers }: Exchange["request"]): "permanent" | "temporary" | undefined => {
    const isContentDomain = hostNameOf(headers.host ?? "") === contentDomain && contentDomain !== "localhost";
    if (isContentDomain && publicUrl && publicUrl.hostname !== contentDomain) return "permanent";
    return headers["sec-fetch-mode"] === "navigate" ? "temporary" : undefined;
  };

  return async ({ space, id, path }: PathTarget, exchange: Exchange): Promise<void> => {
    const { request, response, headers } = exchange;
    if (runsAsCode(request)) {
      return sendMessage(exchange, {
        status: 403,
        title: "Can't run as code",
        text: "Files served by path can't run as scripts on this origin.",
      });
    }
    const root = space === "ipfs" ? parseCid(id) : undefined;
    if (space === "ipfs" && !root) return sendMissing(exchange, 400);
    const key = space === "ipns" ? (names?.parse(id) ?? id) : id;
    const { parts, endsWithSlash, search } = path;
    const redirect = redirectKind(request);
    const label = root ? cidLabel(root) : nameLabel(key);
    if (redirect === "permanent" && !label) return sendMissing(exchange, "label");
    const origin = redirect && ownOriginOf(label, space, request);
    if (origin) {
      const location = origin + pathUrl("", parts, endsWithSlash) + search;
      return end(response, redirect === "permanent" ? 301 : 302, { ...headers, "cache-control": "no-cache", location });
    }
    if (space === "ipns" && key !== id) {
      const location = urlOf(`/${space}/${key}`, path) + search;
      return end(response, 302, { ...headers, "cache-control": "no-cache", location });
    }
    // Some bases have letters outside of ASCII.
    const prefix = `/${space}/${encodeURIComponent(id)}`;
    return serveContent(exchange, sources, { space, id, path, prefix, hostName: "" });
  };
};

const urlOf = (prefix: string, { parts, endsWithSlash }: PathTarget["path"]): string =>
  [prefix, ...parts.map(encodeURIComponent)].join("/") + (endsWithSlash ? "/" : "");

const nameLabel = (name: string): string | undefined => {
  const label = isDomain(name) ? inlined(name.toLowerCase()) : name;
  return label.length <= LABEL_MAX ? label : undefined;
};

const isLoopback = (hostName: string): boolean =>
  hostName === "localhost" || hostName === "[::1]" || /^127(\.\d+){3}$/.test(hostName);
