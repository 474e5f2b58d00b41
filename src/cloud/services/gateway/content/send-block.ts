/** Sends one block, completely or a range of it. */
import type { CID } from "multiformats/cid";
import { rangeOf, unchangedTag } from "../conditions.ts";
import { end, type Exchange } from "../respond.ts";
import { sendBytes } from "../send-bytes.ts";
import { disposition } from "./disposition.ts";
import { mediaTypes, type Format } from "./formats.ts";

export interface BlockForm {
  readonly cid: CID;
  readonly format: Format;
  /** Extension of the default file name. */
  readonly extension: string;
  readonly how: "inline" | "attachment";
  readonly query: URLSearchParams;
}

export const sendBlock = (
  exchange: Exchange,
  { cid, format, extension, how, query }: BlockForm,
  bytes: Uint8Array,
): void => {
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
