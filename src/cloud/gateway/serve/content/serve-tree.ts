/** Serves the content of a CID: files, folder listings and data blocks, with `_redirects` as in IPFS gateways. */
import type { CID } from "multiformats/cid";
import { applyConsequence, showBroken, showListing } from "../consequences.ts";
import { cachedAsPage, end, sendMessage, withHeaders, type Exchange } from "../respond.ts";
import { consequenceOf } from "../rules/redirects.ts";
import { sendFile } from "../send-file.ts";
import { pathUrl } from "../target.ts";
import { sendInForm, type TreeRequest } from "./answer-forms.ts";
import { codecOf } from "./codecs.ts";
import { disposition } from "./disposition.ts";
import { sendMissing } from "./missing.ts";
import { walk } from "./walk.ts";
import type { TreeSources } from "./car.ts";

const listingCache = "max-age=604800, stale-while-revalidate=2678400";

export const serveTree = async (exchange: Exchange, sources: TreeSources, treeRequest: TreeRequest): Promise<void> => {
  const { root, path, wanted } = treeRequest;
  const walked = await walk(sources.blocks, root, path.parts);
  const known = withHeaders(exchange, contentHeaders(treeRequest, walked.roots));
  const denial = walked.roots.map(sources.denial).find((status) => status !== undefined);
  if (denial !== undefined) return sendMissing(known, denial);
  if (walked.is === "inside") return sendMissing(known, 501);
  if (walked.is === "not-held") return sendMissing(known, "not-held");
  if (walked.is === "missing") return serveMissing(known, sources, treeRequest);
  const { cid } = walked;
  if (wanted.format !== undefined || codecOf(cid)) {
    const isSent = await sendInForm(known, sources, { cid, treeRequest });
    if (isSent) return;
  }
  await serveUnixFs(known, sources, treeRequest, cid);
};

const contentHeaders = ({ shownAs, path }: TreeRequest, roots: readonly CID[]) => ({
  "x-ipfs-path":
    path.parts.length === 0 && !path.endsWithSlash ? shownAs : pathUrl(shownAs, path.parts, path.endsWithSlash),
  "x-ipfs-roots": [...new Set(roots.map(String))].join(","),
});

const serveUnixFs = async (
  exchange: Exchange,
  sources: TreeSources,
  treeRequest: TreeRequest,
  cid: CID,
): Promise<void> => {
  const { path, query, rootName } = treeRequest;
  const entry = await sources.blocks.resolve(cid, []);
  if (!entry) return sendMissing(exchange, "not-held");
  if (entry.type === "directory") return serveDirectory(exchange, sources, cid, treeRequest);
  // At "/page.html/" the page's relative links would break.
  if (path.endsWithSlash && path.parts.length > 0) return serveMissing(exchange, sources, treeRequest);
  const asks = query.get("filename") ?? "";
  const name = asks || (path.parts.at(-1) ?? rootName);
  const isDownload = query.get("download") === "true";
  const shown = disposition(isDownload ? "attachment" : "inline", name || cid.toString());
  const saved = asks || isDownload ? withHeaders(exchange, { "content-disposition": shown }) : exchange;
  await sendFile(saved, sources, { entry, name });
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
    await sendFile(exchange, sources, { entry: index, name: "index.html", tag: directory });
    return;
  }
  await showListing(cachedAsPage(exchange, listingCache), sources, directory, path, "everything");
};

const serveMissing = async (exchange: Exchange, sources: TreeSources, treeRequest: TreeRequest): Promise<void> => {
  const rules = await sources.rulesOf?.(treeRequest.root);
  if (rules?.broken !== undefined) return showBroken(exchange, rules.broken);
  const consequence = rules && consequenceOf(rules.redirects, treeRequest);
  if (!consequence) {
    const text = `This content has no path /${treeRequest.path.parts.join("/")}.`;
    return sendMessage(exchange, { status: 404, title: "Not found", text });
  }
  await applyConsequence(exchange, sources, treeRequest.root, consequence);
};
