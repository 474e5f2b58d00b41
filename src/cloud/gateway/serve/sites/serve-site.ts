/** Serves a site with its rules, clean URLs, rewrite and listing settings, and 404 page. */
import type { CID } from "multiformats/cid";
import { applyConsequence, showBroken, showFile, showListing, showNotice, type Sources } from "../consequences.ts";
import { fileAt, lookUp, type Found } from "../look-up.ts";
import { end, isIconRequest, sendMessage, withHeaders, type Exchange } from "../respond.ts";
import { headersFor, type HeaderChanges } from "../rules/headers.ts";
import { consequenceOf, type RequestPath } from "../rules/redirects.ts";
import type { LoadRules, SiteRules } from "../rules/site-rules.ts";
import { extensionOf } from "../send-file.ts";
import type { Site } from "./sites.ts";
import { unshared } from "./lock.ts";
import { pathUrl } from "../target.ts";

export interface SiteRequest extends RequestPath {
  readonly site: Site;
  readonly root: CID;
}

export interface SiteSources extends Sources {
  readonly rulesOf: LoadRules;
}

export const serveSite = async (exchange: Exchange, sources: SiteSources, siteRequest: SiteRequest): Promise<void> => {
  const rules = await sources.rulesOf(siteRequest.root);
  const changes = changesFor(rules, siteRequest);
  const forced = consequenceOf(rules.forced, siteRequest);
  if (forced) return applyConsequence(changed(exchange, changes), sources, siteRequest.root, forced);
  const found = await lookUp(sources.blocks, siteRequest.root, siteRequest.path);
  if (found?.is === "file") return showFile(changed(exchange, changes), sources, siteRequest.root, found.file);
  return serveOther(exchange, sources, siteRequest, { rules, changes, found });
};

interface RequestContext {
  readonly rules: SiteRules;
  readonly changes: HeaderChanges | undefined;
  readonly found: Exclude<Found, { is: "file" }> | undefined;
}

const serveOther = async (
  exchange: Exchange,
  sources: SiteSources,
  siteRequest: SiteRequest,
  { rules, changes, found }: RequestContext,
): Promise<void> => {
  const { site, root, path } = siteRequest;
  const listed = found?.is === "folder" && site.directoryList ? found.directory : undefined;
  if (found?.is === "moved" || (listed && !path.endsWithSlash)) {
    const location = pathUrl("", path.parts, found?.is === "moved" ? found.endsWithSlash : true) + path.search;
    return end(exchange.response, 302, { ...exchange.headers, location });
  }
  const own = changed(exchange, changes);
  if (listed) return showListing(own, sources, listed.cid, path, "visible");
  if (rules.broken !== undefined) return showBroken(exchange, rules.broken);
  const consequence = consequenceOf(rules.redirects, siteRequest);
  if (consequence) return applyConsequence(own, sources, root, consequence);
  if (site.rewrite) {
    const index = await fileAt(sources.blocks, root, []);
    if (index && !hasExtension(path.parts)) return showFile(own, sources, root, index);
    const varying = { ...withHeaders(own, { vary: "Accept" }), onWhole: undefined };
    if (index && opensPage(exchange)) return showFile(varying, sources, root, index);
    return serveNothing(varying, sources, root);
  }
  return serveNothing(own, sources, root);
};

/** Serves the site's 404.html, or else a built-in page. */
const serveNothing = async (exchange: Exchange, sources: SiteSources, root: CID): Promise<void> => {
  const page = isIconRequest(exchange) ? undefined : await fileAt(sources.blocks, root, ["404.html"]);
  if (page) return showFile(exchange, sources, root, page, 404);
  if (await sources.blocks.resolve(root, [])) return showNotice(exchange, 404);
  sendMessage(exchange, { status: 410, title: "Site removed", text: "The files of this site have been removed." });
};

/** Returns the site's own headers; a site with a password stays out of shared caches all the same. */
const changesFor = ({ headers }: SiteRules, siteRequest: SiteRequest): HeaderChanges | undefined => {
  const changes = headersFor(headers, siteRequest);
  return changes && siteRequest.site.passwordHash ? { ...changes, ...unshared } : changes;
};

const changed = (exchange: Exchange, changes: HeaderChanges | undefined): Exchange =>
  changes ? withHeaders(exchange, changes) : exchange;

/** Distinguishes application routes ("/user/jane") from missing files ("/app.js"). */
const hasExtension = (parts: readonly string[]): boolean => extensionOf(parts.at(-1) ?? "") !== "";

/** Whether a browser navigates to a page, even one such as "/user/jane.doe". */
const opensPage = ({ request }: Exchange): boolean => (request.headers.accept ?? "").includes("text/html");
