import { createHash } from "node:crypto";

/** What the dashboard reaches outside its own origin. */
export interface Elsewhere {
  readonly contentDomain: string;
  /** Nodes of public chains that it reads prices from, and bridges to wallets of TON. */
  readonly nodeUrls?: readonly string[];
}

/** Where the messaging app's client for browsers shows mini apps. */
const messagingHosts = ["https://web.telegram.org"] as const;

/** Who may show a page in a frame: the messaging app may show Boost, and so may this cloud's emulator of it; nobody anything else. */
export const framedBy = (path: string, { hasEmulator }: { readonly hasEmulator: boolean }): readonly string[] =>
  /^\/boost(?:[/?#]|$)/.test(path) ? [...messagingHosts, ...(hasEmulator ? ["'self'"] : [])] : [];

/**
 * The dashboard's Content-Security-Policy: scripts are our own files, and the inline ones of this index.html by their
 * hashes; WebAssembly may be compiled (zkSync Lite's signatures), texts never; pictures and frames may also come from user content at *.<contentDomain>, and frames from what the page itself holds:
 * previews of PDF, which browsers show in no sandbox.
 */
export const contentSecurityPolicy = (
  indexHtml: string,
  { contentDomain, nodeUrls = [] }: Elsewhere,
  ancestors: readonly string[] = [],
): string => {
  const content = `http://*.${contentDomain}:* https://*.${contentDomain}:*`;
  const directives = {
    "default-src": "'self'",
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(indexHtml)].join(" "),
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob: ${content}`,
    "font-src": "'self' data:",
    "connect-src": ["'self' ws: wss: blob: data:", ...new Set(nodeUrls.map((url) => new URL(url).origin))].join(" "),
    "frame-src": `'self' blob: ${content}`,
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": ancestors.length === 0 ? "'none'" : ancestors.join(" "),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
};

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(scripts)]
    .filter(([, attributes]) => !/\ssrc\s*=/i.test(attributes!))
    .map(([, , source]) => `'sha256-${createHash("sha256").update(source!).digest("base64")}'`);
