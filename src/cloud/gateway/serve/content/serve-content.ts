/** Serves a content path: resolves its root, checks access, and sends it in the requested format. */
import type { CID } from "multiformats/cid";
import { parseCid } from "../../../engines/blocks/dag/parse-cid.ts";
import { forOwner, readerOf, varyByToken, type ContentAccess, type Reader } from "../access.ts";
import { cachedFor, withHeaders, type Exchange } from "../respond.ts";
import { pathUrl, type ContentPath } from "../target.ts";
import type { ContentAddress, Denylist } from "../denylist/denylist.ts";
import type { DenialStatus } from "../denylist/parse.ts";
import { disposition } from "./disposition.ts";
import { mediaTypes, wantedOf, type Wanted } from "./formats.ts";
import { sendMissing } from "./missing.ts";
import { isDomain, type Names } from "./names.ts";
import { serveTree } from "./serve-tree.ts";
import type { TreeSources } from "./car.ts";
import { sendBytes } from "../send-bytes.ts";
import { walk } from "./walk.ts";

export interface ContentRequest {
  readonly space: "ipfs" | "ipns";
  /** A CID or a name. */
  readonly id: string;
  /** Path from `id` to the root of `path`. */
  readonly within?: readonly string[];
  readonly path: ContentPath;
  /** URL prefix before the path: "", /ipfs/<cid> or /ipns/<name>. */
  readonly prefix: string;
  readonly hostName: string;
  /** Replaces the gateway's check whether the root is served. */
  mayServe?(root: CID): Promise<boolean>;
}

export interface ContentSources extends TreeSources {
  readonly names: Names;
  denylist(): Denylist;
  readonly access: ContentAccess | undefined;
  /** Whether the content of a team's names is served. */
  isServed(teamId: string): Promise<boolean>;
}

export const serveContent = async (
  exchange: Exchange,
  sources: ContentSources,
  contentRequest: ContentRequest,
): Promise<void> => {
  const { space, id, path, within = [] } = contentRequest;
  const query = new URLSearchParams(path.search);
  const wanted = wantedOf(exchange.request.headers, query);
  if (!wanted || wanted.format === "tar") return sendMissing(exchange, wanted ? 406 : "format");
  const denial = denialOf(sources, { wanted, query }, { space, id, parts: [...within, ...path.parts] });
  if (denial !== undefined) return sendMissing(exchange, denial);
  if (wanted.format === "ipns-record") return sendRecord(exchange, sources, contentRequest, query);
  const start = space === "ipfs" ? ofCid(id) : await ofName(sources.names, id);
  if (typeof start === "string") return sendMissing(exchange, start === "name" ? "name" : 400);
  const { root, parts, ttlSeconds, teams = [] } = start;
  if ((await Promise.all(teams.map(sources.isServed))).includes(false)) return sendMissing(exchange, "paused");
  const reader = await readerAsking(exchange, sources, contentRequest, root);
  if (!reader) return sendMissing(withHeaders(exchange, varyByToken(exchange.headers)), "not-held");
  const timed = ttlSeconds === undefined ? exchange : cachedFor(exchange, `max-age=${ttlSeconds}`);
  const read =
    reader === "owner" ? { ...withHeaders(exchange, forOwner(exchange.headers)), onWhole: undefined } : timed;
  await serveFrom(read, sources, contentRequest, { root, inner: [...parts, ...within], query, wanted });
};

/** Returns the read access; undefined if the response must be the same as for missing content. */
const readerAsking = async (
  { request }: Exchange,
  { access }: ContentSources,
  contentRequest: ContentRequest,
  root: CID,
): Promise<Reader | undefined> => {
  if (contentRequest.mayServe) return (await contentRequest.mayServe(root)) ? "public" : undefined;
  return access ? readerOf(access, request, root) : "public";
};

interface Content {
  readonly root: CID;
  readonly parts: readonly string[];
  /** TTL of a name. */
  readonly ttlSeconds?: number;
  readonly teams?: readonly string[];
}

const ofCid = (id: string): Content | "invalid" => {
  const root = parseCid(id);
  return root ? { root, parts: [] } : "invalid";
};

const ofName = async (names: Names, id: string): Promise<Content | "invalid" | "name"> => {
  if (!isDomain(id) && !/^[a-zA-Z0-9]{20,128}$/.test(id)) return "invalid";
  return (await names.resolve(id)) ?? "name";
};

interface RootAndPath {
  readonly root: CID;
  /** Path from the root to the content at "/". */
  readonly inner: readonly string[];
  readonly query: URLSearchParams;
  readonly wanted: Wanted;
}

const serveFrom = async (
  exchange: Exchange,
  sources: ContentSources,
  { space, id, within = [], path, prefix, hostName }: ContentRequest,
  { root, inner, query, wanted }: RootAndPath,
): Promise<void> => {
  const address = { space: "ipfs", id: root.toV1().toString(), parts: [...inner, ...path.parts] } as const;
  const stated = denialOf(sources, { wanted, query }, address);
  if (stated !== undefined) return sendMissing(exchange, stated);
  const walked = await walk(sources.blocks, root, inner);
  const denial = walked.roots.map(sources.denial).find((status) => status !== undefined);
  if (denial !== undefined) return sendMissing(exchange, denial);
  if (walked.is !== "found") return sendMissing(exchange, walked.is === "inside" ? 501 : "not-held");
  const shown = `/${space}/${encodeURIComponent(id)}`;
  await serveTree(exchange, sources, {
    root: walked.cid,
    rootName: inner.at(-1) ?? "",
    shownAs: within.length === 0 ? shown : pathUrl(shown, within, false),
    path,
    prefix,
    hostName,
    query,
    wanted,
  });
};

/**
 * Checks the denylist for an address. A CAR of a whole tree includes the paths below; it is aborted at content denied
 * by CID.
 */
const denialOf = (
  { denylist }: Pick<ContentSources, "denylist">,
  { wanted, query }: Pick<RootAndPath, "wanted" | "query">,
  address: ContentAddress,
): DenialStatus | undefined => {
  const isTree = wanted.format === "car" && (query.get("dag-scope") ?? "all") === "all" && !query.has("entity-bytes");
  return isTree ? denylist().ofTree(address) : denylist().ofAddress(address);
};

const sendRecord = async (
  exchange: Exchange,
  { names }: ContentSources,
  { space, id, path, within = [] }: ContentRequest,
  query: URLSearchParams,
): Promise<void> => {
  if (space !== "ipns" || isDomain(id) || path.parts.length + within.length > 0) return sendMissing(exchange, "format");
  const record = await names.record(id);
  if (!record) return sendMissing(exchange, "name");
  const headers = {
    ...cachedFor(exchange, `max-age=${record.ttlSeconds}`).headers,
    "content-type": mediaTypes["ipns-record"],
    "content-disposition": disposition("attachment", query.get("filename") || `${id}.ipns-record`),
  };
  sendBytes(exchange, 200, headers, record.bytes);
};
