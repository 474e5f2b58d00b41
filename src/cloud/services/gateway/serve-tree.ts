/** Finds what a path means within a tree: a file, a folder's index.html, a listing, a redirect, or nothing. */
import type { CID } from "multiformats/cid";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { isNotModified } from "./conditions.ts";
import { listingPage, messagePage } from "./pages.ts";
import { end, sendFile, sendPage, type Exchange } from "./respond.ts";
import { pathUrl, type ContentPath } from "./target.ts";

export interface TreeRequest {
  readonly root: CID;
  readonly path: ContentPath;
  /** What stands before the path in the address: "" or /ipfs/<cid>. */
  readonly prefix: string;
  /** A site is what its maker made of it; a tree is shown as it is: blocks on request, folders as listings. */
  readonly shows: "site" | "tree";
}

const NOT_FOUND_FILE = "404.html";
const INDEX_FILE = "index.html";

export const serveTree = async (exchange: Exchange, blocks: Blocks, asked: TreeRequest): Promise<void> => {
  const { root, path, shows } = asked;
  const entry = await blocks.resolve(root, path.parts);
  if (!entry) return serveNothing(exchange, blocks, asked);
  const known = withIpfsHeaders(exchange, asked, entry);
  if (shows === "tree" && wantsBlock(known, path)) return sendBlock(known, blocks, entry);
  if (entry.type === "directory") return serveDirectory(known, blocks, entry, asked);
  // "/page.html/" would make the page's relative links lead elsewhere.
  if (path.endsWithSlash && path.parts.length > 0) return serveNothing(exchange, blocks, asked);
  return sendFile(known, blocks, entry, { name: path.parts.at(-1) ?? "" });
};

const serveDirectory = async (
  exchange: Exchange,
  blocks: Blocks,
  directory: EntryStat,
  asked: TreeRequest,
): Promise<void> => {
  const { path, prefix, shows } = asked;
  if (!path.endsWithSlash) {
    const location = pathUrl(prefix, path.parts, true) + path.search;
    return end(exchange.response, shows === "tree" ? 301 : 302, { ...exchange.headers, location });
  }
  const index = await blocks.resolve(directory.cid, [INDEX_FILE]);
  if (index && index.type !== "directory") return sendFile(exchange, blocks, index, { name: INDEX_FILE });
  if (shows === "site") return serveNothing(exchange, blocks, asked);
  const etag = `"listing-${directory.cid.toString()}"`;
  const listed = { ...exchange, headers: { ...exchange.headers, etag, "cache-control": "public, max-age=604800" } };
  if (isNotModified(exchange.request.headers, etag)) return end(exchange.response, 304, listed.headers);
  const title = `/${path.parts.join("/")}`;
  sendPage(listed, 200, listingPage(title, await blocks.list(directory.cid), path.parts.length > 0));
};

/** A project's own 404.html when it has one. */
const serveNothing = async (exchange: Exchange, blocks: Blocks, { root, shows }: TreeRequest): Promise<void> => {
  const headers = { "cache-control": "no-cache" };
  const own = await blocks.resolve(root, [NOT_FOUND_FILE]);
  if (own && own.type !== "directory" && shows === "site") {
    return sendFile(exchange, blocks, own, { name: NOT_FOUND_FILE, status: 404, headers });
  }
  const missing = { ...exchange, headers: { ...exchange.headers, ...headers } };
  const rootIsHere = own ?? (await blocks.resolve(root, []));
  if (rootIsHere) return sendPage(missing, 404, messagePage("Page not found", "There is no such page on this site."));
  if (shows === "site") {
    return sendPage(missing, 410, messagePage("Site gone", "The files of this site have been removed."));
  }
  sendPage(missing, 404, messagePage("Not held here", "This cloud does not hold the content with this CID."));
};

const wantsBlock = ({ request }: Exchange, path: ContentPath): boolean => {
  const format = new URLSearchParams(path.search).get("format");
  return format ? format === "raw" : (request.headers.accept ?? "").includes("application/vnd.ipld.raw");
};

const sendBlock = async (exchange: Exchange, blocks: Blocks, { cid }: EntryStat): Promise<void> => {
  const { request, response } = exchange;
  const etag = `"${cid.toString()}.raw"`;
  const headers = { ...exchange.headers, etag };
  if (isNotModified(request.headers, etag)) return end(response, 304, headers);
  const bytes = await blocks.block(cid);
  if (!bytes) return end(response, 404, { ...headers, "cache-control": "no-cache" });
  response.writeHead(200, {
    ...headers,
    "content-type": "application/vnd.ipld.raw",
    "content-disposition": `attachment; filename="${cid.toString()}.bin"`,
    "content-length": bytes.length,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
};

const withIpfsHeaders = (exchange: Exchange, { root, path }: TreeRequest, entry: EntryStat): Exchange => ({
  ...exchange,
  headers: {
    ...exchange.headers,
    "x-ipfs-path": `/ipfs/${root.toString()}${path.parts.map((part) => `/${encodeURIComponent(part)}`).join("")}`,
    "x-ipfs-roots": path.parts.length > 0 ? `${root.toString()},${entry.cid.toString()}` : root.toString(),
  },
});
