/** What a request for user content asks for, read from its host and its path. */
import { base32 } from "multiformats/bases/base32";
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";

export type Target =
  /** <label>.<domain>, or a custom host name. */
  | { readonly by: "name"; readonly hostName: string; readonly path: ContentPath }
  /** <cid>.ipfs.<domain>, <name>.ipns.<domain>; `id` is the label as it stands. */
  | { readonly by: "content-host"; readonly space: Space; readonly id: string; readonly path: ContentPath }
  /** /ipfs/<cid>/…, /ipns/<name>/… on any other host */
  | { readonly by: "content-path"; readonly space: Space; readonly id: string; readonly path: ContentPath };

export type Space = "ipfs" | "ipns";

export interface ContentPath {
  /** Decoded, without empty ones. */
  readonly parts: readonly string[];
  readonly endsWithSlash: boolean;
  /** The query with its "?", or nothing. */
  readonly search: string;
}

/** Of the DNS. */
export const LABEL_MAX = 63;

/** The host of a Host header, lower case, without its port and a last dot. */
export const hostNameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/** Port of a Host header with its ":", or nothing. */
export const portOf = (host: string): string => /:\d+$/.exec(host)?.[0] ?? "";

/** undefined when the address is none that could lead anywhere. */
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

/** What stands before .<domain>; undefined for the domain itself and every other host. */
export const labelsBelow = (hostName: string, domain: string): string | undefined =>
  hostName.endsWith(`.${domain}`) ? hostName.slice(0, -domain.length - 1) : undefined;

/** The CID as a DNS label; undefined when it is too long for one. */
export const cidLabel = (cid: CID): string | undefined =>
  [cid.toString(base32), cid.toString(base36)].find((label) => label.length <= LABEL_MAX);

/** The address of a path below a prefix, each part escaped. */
export const pathUrl = (prefix: string, parts: readonly string[], endsWithSlash: boolean): string =>
  [prefix, ...parts.map(encodeURIComponent)].join("/") + (endsWithSlash || parts.length === 0 ? "/" : "");

/** undefined when it does not begin with a slash or cannot be decoded. */
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

/** /ipfs/<cid>/… and /ipns/<name>/…, whatever stands in the place of CID and name. */
export const parseContentPath = ({ parts: [space, id, ...parts], ...path }: ContentPath) =>
  (space === "ipfs" || space === "ipns") && id !== undefined
    ? ({ by: "content-path", space, id, path: { ...path, parts } } as const)
    : undefined;

/**
 * Where /ipfs/?uri=ipfs://… leads, by which browsers hand over addresses of these schemes; undefined for any other address.
 */
export const uriTarget = (url: string): string | undefined => {
  const path = parsePath(url);
  if (path?.parts.length !== 1 || !["ipfs", "ipns"].includes(path.parts[0]!)) return undefined;
  const [, space, rest] =
    /^(ipfs|ipns):\/\/([^/?#\\].*)$/.exec(new URLSearchParams(path.search).get("uri") ?? "") ?? [];
  return space && rest && `/${space}/${encodeURI(rest.toWellFormed())}`;
};

/** A CID of any version and base, as version 1. */
export const parseCid = (text: string): CID | undefined => {
  try {
    return CID.parse(text, text.startsWith("k") ? base36 : undefined).toV1();
  } catch {
    return undefined;
  }
};
