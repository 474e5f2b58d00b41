/**
 * Serves the data of transactions and items, with ranges and path manifests, and never as a page of the dashboard's
 * origin.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Db } from "../../engines/database/database.ts";
import { contentTypeOf, findTransaction, readData, type KnownTransaction } from "./reads.ts";
import * as z from "zod";
import { idPattern } from "../../engines/arweave/arweave.ts";
import { byteRangeOf } from "../../engines/network/byte-range.ts";

export interface DataRequest {
  readonly id: string;
  /** Path below the ID, decoded, without a leading slash. */
  readonly path: string;
  /** Serve the manifest itself instead of resolving it. */
  readonly raw: boolean;
  /** Whether the origin serves only this ID's content; on other origins, content runs no scripts. */
  readonly ownOrigin: boolean;
}

const immutableCache = "public, max-age=29030400, immutable";
const open: OutgoingHttpHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Content-Length, Content-Range, ETag, X-Arweave-Id",
  "x-content-type-options": "nosniff",
};

export const serveData = async (
  { db, blocks }: { readonly db: Db; readonly blocks: Blocks },
  request: IncomingMessage,
  response: ServerResponse,
  { id, path, raw, ownOrigin }: DataRequest,
): Promise<void> => {
  const headers = { ...open, ...(!ownOrigin && { "content-security-policy": "sandbox" }) };
  const transaction = await findTransaction(db, id);
  if (!transaction) return sendText(response, headers, 404, "Not Found");
  const served = raw ? transaction : await followManifest(db, blocks, transaction, path);
  if (!served) return sendText(response, headers, 404, "Not Found");
  if (!served.data) return sendText(response, headers, 202, "Pending");
  await sendRange({ blocks, request, response, served, headers });
};

/** Only a manifest has paths below it. */
const followManifest = async (
  db: Db,
  blocks: Blocks,
  transaction: KnownTransaction,
  path: string,
): Promise<KnownTransaction | undefined> => {
  const isManifest = contentTypeOf(transaction) === manifestType && transaction.sizeBytes <= manifestBytesMax;
  const bytes = isManifest ? await readData(blocks, transaction) : undefined;
  const manifest = bytes && readManifest(bytes);
  if (!manifest) return path === "" ? transaction : undefined;
  const id = resolvePath(manifest, path);
  return id === undefined ? undefined : findTransaction(db, id);
};

interface Sending {
  readonly blocks: Blocks;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly served: KnownTransaction;
  readonly headers: OutgoingHttpHeaders;
}

const sendRange = async ({ blocks, request, response, served, headers }: Sending): Promise<void> => {
  const { id, sizeBytes, data } = served;
  const etag = `"${id}"`;
  const all = {
    ...headers,
    "content-type": safeType(contentTypeOf(served)),
    "cache-control": immutableCache,
    "accept-ranges": "bytes",
    "x-arweave-id": id,
    etag,
  };
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, all).end();
  const range = byteRangeOf(request.headers.range, sizeBytes);
  if (range === "unsatisfiable")
    return void response.writeHead(416, { ...headers, "content-range": `bytes */${sizeBytes}` }).end();
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  response.writeHead(range ? 206 : 200, {
    ...all,
    "content-length": end - start + 1,
    ...(range && { "content-range": `bytes ${start}-${end}/${sizeBytes}` }),
  });
  if (request.method === "HEAD" || end < start) return void response.end();
  const bytes = await blocks.read(data!.cid, { start: data!.offset + start, end: data!.offset + end });
  // A client that disconnects is not an error.
  await pipeline(bytes, response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
};

/** Sanitizes a user-supplied tag for use in a header. */
const safeType = (type: string): string =>
  /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=("[^"\r\n]*"|[\w.+-]+))*$/.test(type) ? type : "application/octet-stream";

const sendText = (response: ServerResponse, headers: OutgoingHttpHeaders, status: number, message: string): void => {
  response
    .writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
    .end(message);
};

/** Path manifests (arweave/paths 0.1 and 0.2): a transaction that maps paths to other transactions. */
const manifestType = "application/x.arweave-manifest+json";
const manifestBytesMax = 8 * 1024 * 1024;

const pointer = z.object({ id: z.string().regex(idPattern) });
const manifest = z.object({
  manifest: z.literal("arweave/paths"),
  version: z.string().regex(/^0\.[12]\.0$/),
  index: z.object({ path: z.string().optional(), id: z.string().regex(idPattern).optional() }).optional(),
  fallback: pointer.optional(),
  paths: z.record(z.string(), pointer),
});

type Manifest = z.output<typeof manifest>;

/** Returns undefined if the bytes are not a manifest. */
const readManifest = (bytes: Uint8Array): Manifest | undefined => {
  try {
    return manifest.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data;
  } catch {
    return undefined;
  }
};

/** Returns the ID for a path: the named file, the index for the empty path, or the fallback. */
const resolvePath = ({ paths, index, fallback }: Manifest, path: string): string | undefined => {
  const name = path === "" ? (index?.path ?? "") : path;
  const named = Object.hasOwn(paths, name) ? paths[name]!.id : undefined;
  return named ?? (path === "" ? index?.id : undefined) ?? fallback?.id;
};
