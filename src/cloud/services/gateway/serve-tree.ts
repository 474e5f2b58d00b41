/** Shows the content of a CID as it is: blocks on request, folders as listings, `_redirects` as IPFS gateways follow it. */
import type { CID } from "multiformats/cid";
import type { EntryStat } from "../../engines/blocks/blocks.ts";
import { unchangedTag } from "./conditions.ts";
import { carryOut, ipfsHeaders, showBroken, showFile, showListing, type Sources } from "./consequences.ts";
import { end, sendMessage, withHeaders, type Exchange } from "./respond.ts";
import { consequenceOf, type AskedPath } from "./rules/redirects.ts";
import { sendFile } from "./send-file.ts";
import type { LoadRules } from "./rules/site-rules.ts";
import { pathUrl } from "./target.ts";

export interface TreeRequest extends AskedPath {
  readonly root: CID;
  /** What stands before the path in the address: "" or /ipfs/<cid>. */
  readonly prefix: string;
}

export interface TreeSources extends Sources {
  /** Given where the tree has an origin of its own: only there may its rules lead visitors elsewhere. */
  readonly rulesOf?: LoadRules;
}

export const serveTree = async (exchange: Exchange, sources: TreeSources, asked: TreeRequest): Promise<void> => {
  const { root, path } = asked;
  const entry = await sources.blocks.resolve(root, path.parts);
  if (!entry) return serveMissing(exchange, sources, asked);
  const known = withHeaders(exchange, ipfsHeaders(root, path.parts, entry.cid));
  if (wantsBlock(known, path.search)) return sendBlock(known, sources, entry);
  if (entry.type === "directory") return serveDirectory(known, sources, entry.cid, asked);
  // "/page.html/" would make the page's relative links lead elsewhere.
  if (path.endsWithSlash && path.parts.length > 0) return serveMissing(exchange, sources, asked);
  await showFile(exchange, sources, root, { entry, parts: path.parts, by: "name" });
};

const serveDirectory = async (
  exchange: Exchange,
  sources: TreeSources,
  directory: CID,
  { path, prefix }: TreeRequest,
): Promise<void> => {
  if (!path.endsWithSlash) {
    const location = pathUrl(prefix, path.parts, true) + path.search;
    return end(exchange.response, 301, { ...exchange.headers, location });
  }
  const index = await sources.blocks.resolve(directory, ["index.html"]);
  if (index && index.type !== "directory") {
    await sendFile(exchange, sources, { entry: index, name: "index.html" });
    return;
  }
  const listed = withHeaders(exchange, { "cache-control": "public, max-age=604800" });
  await showListing(listed, sources, directory, path, "everything");
};

const serveMissing = async (exchange: Exchange, sources: TreeSources, asked: TreeRequest): Promise<void> => {
  if (!(await sources.blocks.resolve(asked.root, []))) {
    const text = "This cloud does not hold the content with this CID.";
    return sendMessage(exchange, { status: 404, title: "Not held here", text });
  }
  const rules = await sources.rulesOf?.(asked.root);
  if (rules?.broken !== undefined) return showBroken(exchange, rules.broken);
  const consequence = rules && consequenceOf(rules.redirects, asked);
  if (!consequence) {
    return sendMessage(exchange, { status: 404, title: "Not found", text: "There is no such file below this CID." });
  }
  await carryOut(exchange, sources, asked.root, consequence);
};

const wantsBlock = ({ request }: Exchange, search: string): boolean => {
  const format = new URLSearchParams(search).get("format");
  return format ? format === "raw" : (request.headers.accept ?? "").includes("application/vnd.ipld.raw");
};

const sendBlock = async (exchange: Exchange, { blocks }: Sources, { cid }: EntryStat): Promise<void> => {
  const { request, response } = exchange;
  const etag = `"${cid.toString()}.raw"`;
  const headers = { ...exchange.headers, etag };
  if (unchangedTag(request.headers, [etag])) return end(response, 304, headers);
  const bytes = await blocks.block(cid);
  if (!bytes) return end(response, 404, { ...headers, "cache-control": "no-cache" });
  end(
    response,
    200,
    {
      ...headers,
      "content-type": "application/vnd.ipld.raw",
      "content-disposition": `attachment; filename="${cid.toString()}.bin"`,
      "content-length": bytes.length,
    },
    request.method === "HEAD" ? undefined : bytes,
  );
};
