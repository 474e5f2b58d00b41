/** Parses the target of a user content request from its host and path. */
import { base32 } from "multiformats/bases/base32";
import { base36 } from "multiformats/bases/base36";
import type { CID } from "multiformats/cid";

export type Target =
  /** <label>.<domain>, or a custom host name. */
  | { readonly by: "name"; readonly hostName: string; readonly path: ContentPath }
  /** <cid>.ipfs.<domain>, <name>.ipns.<domain>; `id` is the unparsed label. */
  | { readonly by: "content-host"; readonly space: Space; readonly id: string; readonly path: ContentPath }
  /** /ipfs/<cid>/…, /ipns/<name>/… on any other host */
  | { readonly by: "content-path"; readonly space: Space; readonly id: string; readonly path: ContentPath };

export type Space = "ipfs" | "ipns";

export interface ContentPath {
  /** Decoded, without empty parts. */
  readonly parts: readonly string[];
  readonly endsWithSlash: boolean;
  /** The query with its "?", or "". */
  readonly search: string;
}

/** Maximum length of a DNS label. */
export const LABEL_MAX = 63;

/** Returns the host name of a Host header: lowercase, without port and trailing dot. */
export const hostNameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/** Returns the port of a Host header with its ":", or "". */
export const portOf = (host: string): string => /:\d+$/.exec(host)?.[0] ?? "";

/** Parses the target; undefined for an invalid URL. */
export const parseTarget = (
  hostName: string,
  url: string,
  { contentDomain, isCustomHost }: { readonly contentDomain: string; isCustomHost(hostName: string): boolean },
): Target | undefined => {
  const path = parsePath(url);
  if (!path) return undefined;
  const label = labelsBelow(hostName, contentDomain);
  if (label === undefined) return isCustomHost(hostName) ? { by: "name", hostName, path } : parseContentPath(path);
  const [, id, space] = /^(.+)\.(ipfs|ipns)$/.exec(label) ?? [];
  if (id !== undefined) return { by: "content-host", space: space as Space, id, path };
  return label.includes(".") ? undefined : { by: "name", hostName, path };
};

/** Returns the labels below a domain; undefined for the domain itself and other hosts. */
export const labelsBelow = (hostName: string, domain: string): string | undefined =>
  hostName.endsWith(`.${domain}`) ? hostName.slice(0, -domain.length - 1) : undefined;

/** Encodes a CID as a DNS label; undefined if it is too long. */
export const cidLabel = (cid: CID): string | undefined =>
  [base32, base36].map((base) => cid.toV1().toString(base)).find((label) => label.length <= LABEL_MAX);

/** Builds the URL path of parts below a prefix, each part escaped. */
export const pathUrl = (prefix: string, parts: readonly string[], endsWithSlash: boolean): string =>
  [prefix, ...parts.map(encodeURIComponent)].join("/") + (endsWithSlash || parts.length === 0 ? "/" : "");

/** Parses a URL path; undefined if it does not begin with a slash or can't be decoded. */
export const parsePath = (url: string): ContentPath | undefined => {
  if (!url.startsWith("/")) return undefined;
  const queryAt = url.indexOf("?");
  const pathname = queryAt < 0 ? url : url.slice(0, queryAt);
  try {
    return {
      parts: pathname.split("/").filter(Boolean).map(decodeURIComponent),
      endsWithSlash: pathname.endsWith("/"),
      search: queryAt < 0 ? "" : url.slice(queryAt),
    };
  } catch {
    return undefined;
  }
};

/** Parses /ipfs/<cid>/… and /ipns/<name>/…, without validating CID or name. */
export const parseContentPath = ({ parts: [space, id, ...parts], ...path }: ContentPath) =>
  (space === "ipfs" || space === "ipns") && id !== undefined
    ? ({ by: "content-path", space, id, path: { ...path, parts } } as const)
    : undefined;

/** Returns the path for /ipfs/?uri=ipfs://…, which browsers use for these URL schemes; undefined for other URLs. */
export const uriTarget = (url: string): string | undefined => {
  const path = parsePath(url);
  if (path?.parts.length !== 1 || !["ipfs", "ipns"].includes(path.parts[0]!)) return undefined;
  const [, space, rest] =
    /^(ipfs|ipns):\/\/([^/?#\\].*)$/.exec(new URLSearchParams(path.search).get("uri") ?? "") ?? [];
  return space && rest && `/${space}/${encodeURI(rest.toWellFormed())}`;
};
