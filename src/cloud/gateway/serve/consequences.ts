/** Applies a `_redirects` rule and shows fallback pages. */
import type { CID } from "multiformats/cid";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { fileAt, isRuleFile, type FoundFile } from "./look-up.ts";
import { unchangedTag } from "./conditions.ts";
import { listingPage } from "./pages.ts";
import { end, sendMessage, sendPage, withHeaders, type Exchange } from "./respond.ts";
import type { Consequence, ContentStatus } from "./rules/redirects.ts";
import { sendFile, type FileSources } from "./send-file.ts";
import type { ContentPath } from "./target.ts";

export interface Sources extends FileSources {
  readonly blocks: Blocks;
}

/** Responses about missing content are cached only briefly. */
const shortLived = { "cache-control": "no-cache" };

const notices: Readonly<Record<ContentStatus, readonly [title: string, text: string]>> = {
  200: ["Page not found", "This page does not exist on this site."],
  404: ["Page not found", "This page does not exist on this site."],
  410: ["Page gone", "This page has been removed from the site."],
  451: ["Not available", "This page is unavailable for legal reasons."],
};

/** Applies a rule: redirects, serves the target file, or shows a message for the status. */
export const applyConsequence = async (
  exchange: Exchange,
  sources: Sources,
  root: CID,
  consequence: Consequence,
): Promise<void> => {
  if ("location" in consequence) {
    return end(exchange.response, consequence.status, { ...exchange.headers, location: consequence.location });
  }
  const file = await fileAt(sources.blocks, root, consequence.path.parts);
  if (!file) return showNotice(exchange, consequence.status);
  return showFile(exchange, sources, root, file, consequence.status);
};

export const showFile = async (
  exchange: Exchange,
  sources: Sources,
  root: CID,
  { entry, parts }: FoundFile,
  status = 200,
): Promise<void> => {
  const headers = { ...ipfsHeaders(root, parts, entry.cid), ...(status !== 200 && shortLived) };
  return sendFile(withHeaders(exchange, headers), sources, { entry, name: parts.at(-1) ?? "", status });
};

export const showNotice = (exchange: Exchange, status: ContentStatus): void => {
  const [title, text] = notices[status];
  sendMessage(exchange, { status: status === 200 ? 404 : status, title, text, hasStart: true });
};

/** Shows the site's owner what is wrong. */
export const showBroken = (exchange: Exchange, problem: string): void => {
  const text = `The _redirects file of this site is invalid: ${problem}.`;
  sendMessage(exchange, { status: 500, title: "Invalid redirects", text, hasStart: true });
};

/** Lists a folder. Rule files are hidden where rules apply. */
export const showListing = async (
  exchange: Exchange,
  { blocks }: Sources,
  directory: CID,
  path: ContentPath,
  shows: "everything" | "visible",
): Promise<void> => {
  const etag = `"DirIndex-1_CID-${directory.toString()}"`;
  const listed = withHeaders(exchange, { etag });
  if (unchangedTag(exchange.request.headers, [etag])) return end(exchange.response, 304, listed.headers);
  const entries = await blocks.list(directory);
  const isShown = (name: string): boolean => shows === "everything" || !isRuleFile([...path.parts, name]);
  const title = `/${path.parts.join("/")}`;
  const html = listingPage(
    title,
    entries.filter(({ name }) => isShown(name)),
    path.parts.length > 0,
  );
  return sendPage(listed, 200, html);
};

export const ipfsHeaders = (root: CID, parts: readonly string[], cid: CID): Readonly<Record<string, string>> => ({
  "x-ipfs-path": `/ipfs/${root.toString()}${parts.map((part) => `/${encodeURIComponent(part)}`).join("")}`,
  "x-ipfs-roots": parts.length > 0 ? `${root.toString()},${cid.toString()}` : root.toString(),
});
