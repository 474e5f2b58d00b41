import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { contentType } from "mime-types";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { isNotModified, rangeOf } from "./conditions.ts";
import { pagePolicy } from "./pages.ts";

/** Smaller files are answered from memory in one go. */
const WHOLE_BYTES = 256 * 1024;

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Sent with every answer to this request. */
  readonly headers: OutgoingHttpHeaders;
  /** Told once how many bytes of content were sent. */
  onSent(bytes: number): void;
}

/** Sends a file, or the part of it that was asked for. `name` decides its content type; its bytes never do. */
export const sendFile = async (
  exchange: Exchange,
  blocks: Pick<Blocks, "block" | "pour">,
  { cid, type, sizeBytes }: EntryStat,
  { name, status = 200, ...extra }: { name: string; status?: number; headers?: OutgoingHttpHeaders },
): Promise<void> => {
  const { request, response } = exchange;
  const etag = `"${cid.toString()}"`;
  const headers = { ...exchange.headers, etag, "accept-ranges": "bytes", ...extra.headers };
  if (status === 200 && isNotModified(request.headers, etag)) return end(response, 304, headers);
  const range = status === 200 ? rangeOf(request.headers, etag, sizeBytes) : undefined;
  if (range === "unsatisfiable") return end(response, 416, { ...headers, "content-range": `bytes */${sizeBytes}` });

  const { start, end: last } = range ?? { start: 0, end: sizeBytes - 1 };
  const length = last - start + 1;
  const full = { "content-type": contentTypeOf(name), ...headers, "content-length": length };
  const sent = range ? { ...full, "content-range": `bytes ${start}-${last}/${sizeBytes}` } : full;
  if (request.method === "HEAD" || length === 0) return end(response, range ? 206 : status, sent);

  countSent(exchange, length);
  if (type === "raw" && sizeBytes <= WHOLE_BYTES) {
    const bytes = await blocks.block(cid);
    if (!bytes) throw new Error(`The block ${cid.toString()} went while it was read.`);
    response.writeHead(range ? 206 : status, sent).end(range ? bytes.subarray(start, last + 1) : bytes);
    return;
  }
  response.writeHead(range ? 206 : status, sent);
  try {
    await blocks.pour(cid, { start, end: last }, writerTo(response));
    response.end();
  } catch (error) {
    // Nobody is there any more to be told of it.
    if (!response.destroyed) throw error;
  }
};

/** Writes, and resolves once the bytes have left; rejects when the client went away meanwhile. */
const writerTo = (response: ServerResponse): ((bytes: Uint8Array) => Promise<void>) => {
  let abandon: (error: Error) => void = () => undefined;
  response.once("close", () => abandon(new Error("The client went away.")));
  return (bytes) =>
    new Promise((resolve, reject) => {
      abandon = reject;
      if (response.destroyed) return reject(new Error("The client went away."));
      response.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
};

/** Sends one of the gateway's own pages. */
export const sendPage = ({ request, response, headers }: Exchange, status: number, html: string): void => {
  const policy = [pagePolicy, headers["content-security-policy"]].filter(Boolean).join("; ");
  const bytes = Buffer.from(html);
  response.writeHead(status, {
    "cache-control": "no-cache",
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "content-length": bytes.length,
    "content-security-policy": policy,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
};

export const end = (response: ServerResponse, status: number, headers: OutgoingHttpHeaders): void => {
  response.writeHead(status, headers).end();
};

const contentTypeOf = (name: string): string => contentType(extensionOf(name)) || "application/octet-stream";

/** A name without a dot has no extension: "js" is not a script. */
const extensionOf = (name: string): string => (name.includes(".") ? name.slice(name.lastIndexOf(".")) : "");

const countSent = ({ response, onSent }: Exchange, length: number): void => {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  response.once("close", () => {
    // Of an answer that broke off, the bytes that left; its headers are among them.
    onSent(response.writableFinished ? length : Math.min(length, (socket?.bytesWritten ?? 0) - before));
  });
};
