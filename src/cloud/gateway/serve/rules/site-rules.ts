/** Loads a tree's rules from `_redirects` and `_headers`, cached by root. */
import { buffer } from "node:stream/consumers";
import type { CID } from "multiformats/cid";
import type { Blocks } from "../../../engines/blocks/blocks.ts";
import { createCache } from "../../../engines/blocks/store/cache.ts";
import { parseHeaders, type HeaderRule } from "./headers.ts";
import { RuleError } from "./pattern.ts";
import { parseRedirects, type RedirectRule } from "./redirects.ts";

export const REDIRECTS_FILE = "_redirects";
export const HEADERS_FILE = "_headers";

export interface SiteRules {
  readonly redirects: readonly RedirectRule[];
  /** Redirect rules that override files. */
  readonly forced: readonly RedirectRule[];
  /** Error in `_redirects`: a clause with the line number. */
  readonly broken?: string;
  readonly headers: readonly HeaderRule[];
  /** Messages about both files for the deployment log. */
  readonly problems: readonly string[];
}

const FILE_BYTES_MAX = 64 * 1024;
const CACHE_BYTES = 16 * 1024 * 1024;
/** Estimated overhead of a cache entry. */
const ENTRY_BYTES = 500;

export type LoadRules = (root: CID) => Promise<SiteRules>;

export const createSiteRules = (blocks: Pick<Blocks, "resolve" | "read">): LoadRules => {
  const cache = createCache<{ rules: SiteRules; bytes: number }>(CACHE_BYTES, ({ bytes }) => bytes);

  const load = async (root: CID): Promise<{ rules: SiteRules; bytes: number } | undefined> => {
    const [redirects, headers] = await Promise.all([REDIRECTS_FILE, HEADERS_FILE].map((name) => readText(root, name)));
    // Roots that are not stored (yet) are not cached.
    if (!redirects && !headers && !(await blocks.resolve(root, []))) return undefined;
    // A parsed rule takes several times the memory of its line.
    const bytes = ENTRY_BYTES + ((redirects?.text?.length ?? 0) + (headers?.text?.length ?? 0)) * 10;
    return { rules: rulesOf(redirects, headers), bytes };
  };

  const readText = async (root: CID, name: string): Promise<RuleText | undefined> => {
    const entry = await blocks.resolve(root, [name]);
    if (!entry || entry.type === "directory") return undefined;
    if (entry.sizeBytes > FILE_BYTES_MAX) return { problem: "it is larger than 64 KiB" };
    const bytes = await buffer(await blocks.read(entry.cid));
    try {
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
    } catch {
      return { problem: "it is not valid UTF-8" };
    }
  };

  return async (root) => (await cache.get(root.toString(), () => load(root)))?.rules ?? noRules;
};

const noRules: SiteRules = { redirects: [], forced: [], headers: [], problems: [] };

type RuleText =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly problem: string; text?: undefined };

const rulesOf = (redirects: RuleText | undefined, headers: RuleText | undefined): SiteRules => {
  const { rules, broken } = redirectsOf(redirects);
  const parsed = parseHeaders(headers?.text ?? "");
  const problems = headers?.problem ? [headers.problem] : parsed.problems;
  return {
    redirects: rules,
    forced: rules.filter(({ isForced }) => isForced),
    ...(broken !== undefined && { broken }),
    headers: parsed.rules,
    problems: [
      ...(broken === undefined ? [] : [`${REDIRECTS_FILE} is invalid: ${broken}.`]),
      ...problems.map((problem) => `${HEADERS_FILE}: ${problem}.`),
    ],
  };
};

const redirectsOf = (file: RuleText | undefined): { rules: readonly RedirectRule[]; broken?: string } => {
  if (file?.problem !== undefined) return { rules: [], broken: file.problem };
  try {
    return { rules: parseRedirects(file?.text ?? "") };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { rules: [], broken: error.message };
  }
};
