/**
 * Sends CARs as a trustless gateway: the blocks that verify a path, and the content at its end (IPIP-402, IPIP-412).
 */
import { createHash } from "node:crypto";
import type { CID } from "multiformats/cid";
import type { CarOptions } from "../../../engines/blocks/blocks.ts";
import { BlockAbsent } from "../../../engines/blocks/car/export-car.ts";
import { unchangedTag } from "../conditions.ts";
import { end, type Exchange } from "../respond.ts";
import { sendStream } from "../send-bytes.ts";
import { disposition } from "./disposition.ts";
import type { Wanted } from "./formats.ts";
import { sendMissing } from "./missing.ts";
import type { Sources } from "../consequences.ts";
import type { LoadRules } from "../rules/site-rules.ts";

export interface TreeSources extends Sources {
  /** Set if the tree has a separate origin: only there do its redirect rules apply. */
  readonly rulesOf?: LoadRules | undefined;
}

interface CarRequest {
  readonly root: CID;
  readonly parts: readonly string[];
  /** Content at the end of the path. */
  readonly cid: CID;
  readonly wanted: Wanted;
  readonly query: URLSearchParams;
}

export const sendCar = async (
  exchange: Exchange,
  { blocks, denial }: TreeSources,
  { root, parts, cid, wanted, query }: CarRequest,
): Promise<void> => {
  const options = optionsOf(wanted, query);
  if (!options) return sendMissing(exchange, "format");
  const { request, response } = exchange;
  const dups = options.dups ? "y" : "n";
  const form = createHash("sha256")
    .update(JSON.stringify([options, root.toString(), parts]))
    .digest("hex")
    .slice(0, 16);
  const etag = `"${cid.toString()}.car.${form}"`;
  const headers = {
    ...exchange.headers,
    etag: `W/${etag}`,
    "content-type": `application/vnd.ipld.car; version=1; order=dfs; dups=${dups}`,
    "content-disposition": disposition("attachment", query.get("filename") || `${cid.toString()}.car`),
    "accept-ranges": "none",
  };
  if (unchangedTag(request.headers, [etag])) return end(response, 304, { ...headers, "content-type": undefined });
  if (request.method === "HEAD") return end(response, 200, headers);
  const canRead = (block: CID): boolean => denial(block) === undefined;
  const pieces = blocks.exportCar(root, { path: parts, ...options, canRead });
  try {
    await sendStream(exchange, 200, headers, pieces);
  } catch (error) {
    if (!(error instanceof BlockAbsent)) throw error;
    if (!response.headersSent) return sendMissing(exchange, "not-held");
    // The headers are sent, so only an aborted connection can signal the error.
    response.destroy();
  }
};

/** Parses CAR parameters; undefined if one is unsupported. The URL's parameters override the header's (IPIP-523). */
const optionsOf = ({ parameters }: Wanted, query: URLSearchParams): CarOptions | undefined => {
  const valueOf = (name: string): string => query.get(`car-${name}`) ?? parameters.get(name) ?? "";
  const scope = query.get("dag-scope") ?? "all";
  const bytes = query.get("entity-bytes");
  const entityBytes = bytes === null ? undefined : entityBytesOf(bytes);
  const isKnown =
    ["", "1"].includes(valueOf("version")) &&
    ["", "dfs", "unk"].includes(valueOf("order")) &&
    ["", "y", "n"].includes(valueOf("dups")) &&
    ["block", "entity", "all"].includes(scope) &&
    (bytes === null || entityBytes !== undefined);
  if (!isKnown) return undefined;
  return {
    scope: entityBytes ? "entity" : (scope as CarOptions["scope"]),
    ...(entityBytes && { entityBytes }),
    dups: valueOf("dups") === "y",
  };
};

const entityBytesOf = (text: string): CarOptions["entityBytes"] => {
  const [, from, to] = /^(-?\d{1,15}):(\*|-?\d{1,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from: Number(from), to: to === "*" ? "*" : Number(to) };
};
