/** Serves content in an explicit format: the raw block, a CAR, data as JSON or CBOR. */
import type { CID } from "multiformats/cid";
import { unchangedTag, rangeOf } from "../conditions.ts";
import { dataPage } from "../pages.ts";
import { cachedAsPage, end, sendPage, withHeaders, type Exchange } from "../respond.ts";
import { sendFile } from "../send-file.ts";
import { sendCar, type TreeSources } from "./car.ts";
import { asText, codecOf, isUnixFs } from "./codecs.ts";
import { mediaTypes, type Format, type Wanted } from "./formats.ts";
import { sendMissing } from "./missing.ts";
import { sendBytes } from "../send-bytes.ts";
import { disposition } from "./disposition.ts";
import type { RequestPath } from "../rules/redirects.ts";

export interface TreeRequest extends RequestPath {
  readonly root: CID;
  /** URL prefix before the path: "", /ipfs/<cid> or /ipns/<name>. */
  readonly prefix: string;
  /** The content path of the root: /ipfs/<cid> or /ipns/<name>. */
  readonly shownAs: string;
  /** Last part of the path to the root, such as a file name; "" if there is none. */
  readonly rootName: string;
  readonly wanted: Wanted;
  readonly query: URLSearchParams;
}

interface ResolvedRequest {
  readonly cid: CID;
  readonly treeRequest: TreeRequest;
}

/** Largest file that is checked for valid JSON. */
const JSON_BYTES_MAX = 1024 * 1024;

/** Sends content in the requested format. Returns false if the default format applies. */
export const sendInForm = async (
  exchange: Exchange,
  sources: TreeSources,
  resolved: ResolvedRequest,
): Promise<boolean> => {
  const { cid, treeRequest } = resolved;
  const { wanted, query, path } = treeRequest;
  const codec = codecOf(cid);
  const format = wanted.format ?? (codec && !(wanted.html && codec.decode) ? codec.format : undefined);
  if (format === undefined) return sendAsPage(exchange, sources, cid);
  if (format === "ipns-record") return refuse(exchange, "format");
  const named = wanted.isByHeader
    ? withHeaders(exchange, { "content-location": addressWith(treeRequest, format) })
    : exchange;
  if (format === "car") {
    await sendCar(named, sources, { cid, root: treeRequest.root, parts: path.parts, wanted, query });
    return true;
  }
  if (format === "raw") return sendAs(named, sources, { cid, format, extension: "bin", how: "attachment", query });
  if (codec?.as.includes(format)) {
    const how = codec.extension === "json" ? "inline" : "attachment";
    return sendAs(named, sources, { cid, format, extension: codec.extension, how, query });
  }
  if (format === "json" && (await sendFileAsJson(named, sources, resolved))) return true;
  if (wanted.isByHeader && wanted.acceptsDefault && isUnixFs(cid)) return false;
  return refuse(exchange, 406);
};

const sendAs = async (exchange: Exchange, sources: TreeSources, form: BlockForm): Promise<true> => {
  const bytes = await sources.blocks.block(form.cid);
  if (bytes) sendBlock(exchange, form, bytes);
  else sendMissing(exchange, "not-held");
  return true;
};

const refuse = (exchange: Exchange, why: "format" | 406): true => {
  sendMissing(exchange, why);
  return true;
};

/** Sends a file as JSON if it contains valid JSON, regardless of its name. */
const sendFileAsJson = async (
  exchange: Exchange,
  sources: TreeSources,
  { cid, treeRequest }: ResolvedRequest,
): Promise<boolean> => {
  const entry = isUnixFs(cid) ? await sources.blocks.resolve(cid, []) : undefined;
  if (!entry || entry.type === "directory" || entry.sizeBytes > JSON_BYTES_MAX || entry.sizeBytes === 0) return false;
  const pieces: Buffer[] = [];
  const range = { start: 0, end: entry.sizeBytes - 1 };
  await sources.blocks.pour(entry.cid, range, async (bytes) => void pieces.push(Buffer.from(bytes)));
  if (!isJson(Buffer.concat(pieces).toString())) return false;
  const input = withHeaders(exchange, { "content-type": mediaTypes.json });
  await sendFile(input, sources, { entry, name: treeRequest.path.parts.at(-1) ?? "" });
  return true;
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Sends linked data as an HTML page. */
const sendAsPage = async (exchange: Exchange, sources: TreeSources, cid: CID): Promise<true> => {
  const etag = `"DagIndex-${cid.toString()}"`;
  const page = withHeaders(cachedAsPage(exchange, "max-age=604800"), { etag });
  if (unchangedTag(exchange.request.headers, [etag])) {
    end(exchange.response, 304, page.headers);
    return true;
  }
  const bytes = await sources.blocks.block(cid);
  if (!bytes) sendMissing(exchange, "not-held");
  else
    sendPage(
      page,
      200,
      dataPage(cid.toString(), asText(cid, bytes) ?? "This block is damaged and can't be displayed."),
    );
  return true;
};

/** Returns the URL with the format in the query, for caches that ignore Accept. */
const addressWith = ({ prefix, path }: TreeRequest, format: Format): string => {
  const query = new URLSearchParams(path.search);
  query.set("format", format);
  const address = [prefix, ...path.parts.map(encodeURIComponent)].join("/") + (path.endsWithSlash ? "/" : "");
  return `${address || "/"}?${query.toString()}`;
};

interface BlockForm {
  readonly cid: CID;
  readonly format: Format;
  /** Extension of the default file name. */
  readonly extension: string;
  readonly how: "inline" | "attachment";
  readonly query: URLSearchParams;
}

/** Sends one block, completely or a range of it. */
const sendBlock = (exchange: Exchange, { cid, format, extension, how, query }: BlockForm, bytes: Uint8Array): void => {
  const { request, response } = exchange;
  const etag = `"${cid.toString()}.${format}"`;
  const saved = query.get("download") === "true" ? "attachment" : how;
  const headers = {
    ...exchange.headers,
    etag,
    "content-type": mediaTypes[format],
    "content-disposition": disposition(saved, query.get("filename") || `${cid.toString()}.${extension}`),
    "accept-ranges": "bytes",
  };
  if (unchangedTag(request.headers, [etag])) return end(response, 304, { ...headers, "content-type": undefined });
  const range = request.method === "GET" ? rangeOf(request.headers, etag, bytes.length) : undefined;
  if (range === "unsatisfiable") {
    return end(response, 416, { ...headers, "content-type": undefined, "content-range": `bytes */${bytes.length}` });
  }
  if (!range) return sendBytes(exchange, 200, headers, bytes);
  const partial = { ...headers, "content-range": `bytes ${range.start}-${range.end}/${bytes.length}` };
  sendBytes(exchange, 206, partial, bytes.subarray(range.start, range.end + 1));
};
