/** Sends a file or a range of it: from memory, from the block store, or compressed. */
import type { OutgoingHttpHeaders } from "node:http";
import { contentType } from "mime-types";
import type { CID } from "multiformats/cid";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { COMPRESSED_FROM_BYTES, CACHED_BYTES_MAX, type Compressor } from "./compression/compress.ts";
import { rangeOf, unchangedTag } from "./conditions.ts";
import { sendMissing } from "./content/missing.ts";
import type { DenialStatus } from "./denylist/parse.ts";
import { codingFor, isCompressible, type Coding } from "./compression/encodings.ts";
import { end, type Exchange } from "./respond.ts";
import { sendBytes, sendCoded, sendPoured } from "./send-bytes.ts";

/** Smaller files are sent from memory in one write. */
const WHOLE_BYTES = 256 * 1024;

export interface FileSources {
  readonly blocks: Pick<Blocks, "block" | "pour">;
  readonly compressor: Compressor;
  /** Returns the status for denied content; undefined if it is allowed. */
  denial(cid: CID): DenialStatus | undefined;
}

export interface ShownFile {
  readonly entry: EntryStat;
  /** Determines the content type, never derived from the bytes. */
  readonly name: string;
  readonly status?: number;
  /** CID for the ETag, if not the file's: the folder of an index page. */
  readonly tag?: CID;
}

export const sendFile = async (
  exchange: Exchange,
  sources: FileSources,
  { entry, name, status = 200, tag = entry.cid }: ShownFile,
): Promise<void> => {
  const { request, response } = exchange;
  const denial = sources.denial(entry.cid);
  if (denial !== undefined) return sendMissing(exchange, denial);
  const type = exchange.headers["content-type"] ?? contentTypeOf(name);
  // Already compressed content is sent unchanged.
  const isCoded = exchange.headers["content-encoding"] !== undefined;
  const canCompress = !isCoded && entry.sizeBytes > COMPRESSED_FROM_BYTES && isCompressible(type);
  const vary = [exchange.headers.vary, canCompress && "Accept-Encoding"].filter(Boolean).join(", ");
  const headers = { "content-type": type, ...exchange.headers, ...(vary && { vary }) };

  const matchingTag = status === 200 ? unchangedTag(request.headers, etagsOf(tag)) : undefined;
  if (matchingTag) return end(response, 304, { ...headers, "content-type": undefined, etag: matchingTag });

  const wantsPart = status === 200 && request.method === "GET" && request.headers.range !== undefined;
  const coding = canCompress && !wantsPart ? codingFor(request.headers["accept-encoding"]) : undefined;
  if (coding) {
    const coded = { ...headers, etag: etagOf(tag, coding), "content-encoding": coding };
    if (entry.sizeBytes > CACHED_BYTES_MAX) {
      const coder = sources.compressor.stream(coding);
      if (coder) return sendCoded(exchange, status, coded, coder, pourOf(sources, entry));
    } else {
      const bytes = await sources.compressor.whole(entry, coding);
      if (bytes) return sendWhole(exchange, status, coded, bytes);
    }
  }
  return sendPlain(exchange, sources, entry, status, { ...headers, etag: etagOf(tag), "accept-ranges": "bytes" });
};

const sendPlain = async (
  exchange: Exchange,
  sources: FileSources,
  entry: EntryStat,
  status: number,
  headers: OutgoingHttpHeaders & { readonly etag: string },
): Promise<void> => {
  const { request, response } = exchange;
  const { cid, type, sizeBytes } = entry;
  const canBePart = status === 200 && request.method === "GET";
  const range = canBePart ? rangeOf(request.headers, headers.etag, sizeBytes) : undefined;
  if (range === "unsatisfiable") {
    return end(response, 416, { ...headers, "content-type": undefined, "content-range": `bytes */${sizeBytes}` });
  }
  const { start, end: last } = range ?? { start: 0, end: sizeBytes - 1 };
  const length = last - start + 1;
  const sent = range ? { ...headers, "content-range": `bytes ${start}-${last}/${sizeBytes}` } : headers;
  if (request.method === "HEAD" || length === 0)
    return end(response, range ? 206 : status, { ...sent, "content-length": length });

  if (sizeBytes <= WHOLE_BYTES && (type === "raw" || !range)) {
    const bytes = type === "raw" ? await sources.blocks.block(cid) : await gathered(pourOf(sources, entry), sizeBytes);
    if (!bytes) throw new Error(`The block ${cid.toString()} was deleted while it was read.`);
    if (!range) return sendWhole(exchange, status, sent, bytes);
    return sendBytes(exchange, 206, sent, bytes.subarray(start, last + 1));
  }
  await sendPoured(exchange, range ? 206 : status, sent, length, pourOf(sources, entry, { start, end: last }));
};

/** Reads a file of several blocks into memory. */
const gathered = async (
  pour: (take: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
  sizeBytes: number,
): Promise<Uint8Array> => {
  const whole = Buffer.alloc(sizeBytes);
  let length = 0;
  await pour(async (bytes) => {
    whole.set(bytes, length);
    length += bytes.length;
  });
  return whole;
};

const sendWhole = (exchange: Exchange, status: number, headers: OutgoingHttpHeaders, bytes: Uint8Array): void => {
  sendBytes(exchange, status, headers, bytes);
  if (status === 200) exchange.onWhole?.({ headers, bytes });
};

const pourOf =
  ({ blocks }: FileSources, { cid, sizeBytes }: EntryStat, range = { start: 0, end: sizeBytes - 1 }) =>
  (take: (bytes: Uint8Array) => Promise<void>): Promise<void> =>
    blocks.pour(cid, range, take);

/** Each content coding has different bytes and therefore a separate ETag. */
const etagOf = (cid: CID, coding?: Coding): string => `"${cid.toString()}${coding ? `.${coding}` : ""}"`;

const etagsOf = (cid: CID): string[] => [etagOf(cid), etagOf(cid, "br"), etagOf(cid, "gzip")];

const contentTypeOf = (name: string): string => contentType(extensionOf(name)) || "application/octet-stream";

/** A name without a dot has no extension: "js" is not a script. */
export const extensionOf = (name: string): string => (name.includes(".") ? name.slice(name.lastIndexOf(".")) : "");
