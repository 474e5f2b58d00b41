import { createHash } from "node:crypto";

/** External hosts that the dashboard uses. */
export interface Elsewhere {
  readonly contentDomain: string;
  /** Nodes of public chains for prices, and bridges to TON wallets. */
  readonly nodeUrls?: readonly string[];
}

/** Hosts of the messaging app's web client, which embeds mini apps. */
const messagingHosts = ["https://web.telegram.org"] as const;

/** Returns the allowed frame ancestors: the messaging app and its emulator for Boost; none for other pages. */
export const framedBy = (path: string, { hasEmulator }: { readonly hasEmulator: boolean }): readonly string[] =>
  /^\/boost(?:[/?#]|$)/.test(path) ? [...messagingHosts, ...(hasEmulator ? ["'self'"] : [])] : [];

interface Shown {
  readonly ancestors?: readonly string[];
  /** Host names, with ports, where the page may be served. */
  readonly hosts?: readonly string[];
}

/**
 * Returns the dashboard's Content-Security-Policy. Scripts and workers load from /assets/ only, so user content at
 * /ipfs and /s3 of the same origin never runs; inline scripts of index.html run by their hashes. WebAssembly is allowed
 * (zkSync Lite's signatures). Images and frames may also come from user content at *.<contentDomain>, and frames from
 * blobs, because browsers show PDF in no sandbox.
 */
export const contentSecurityPolicy = (
  indexHtml: string,
  { contentDomain, nodeUrls = [] }: Elsewhere,
  { ancestors = [], hosts = [] }: Shown = {},
): string => {
  const own = (...paths: string[]): string => ownSources(hosts, paths).join(" ");
  const content = `http://*.${contentDomain}:* https://*.${contentDomain}:*`;
  const directives = {
    "default-src": "'self'",
    "script-src": [own("/assets/"), "'wasm-unsafe-eval'", ...inlineScriptHashes(indexHtml)].join(" "),
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob: ${content}`,
    "font-src": "'self' data:",
    "connect-src": ["'self' ws: wss: blob: data:", ...new Set(nodeUrls.map((url) => new URL(url).origin))].join(" "),
    "frame-src": `'self' blob: ${content}`,
    "worker-src": `${own("/assets/", "/service-worker.js")} blob:`,
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": ancestors.length === 0 ? "'none'" : ancestors.join(" "),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
};

/** A host that a policy can combine with a path. Browsers need not match IP addresses, except this one. */
const nameableHost = /^(?:127\.0\.0\.1|(?![\d.]+(?::|$))[a-z\d-]+(?:\.[a-z\d-]+)*)(?::\d{1,5})?$/i;

/** Returns sources for paths of this origin, or the whole origin if its host can't be named. */
const ownSources = (hosts: readonly string[], paths: readonly string[]): string[] => {
  const isNameable = hosts.length > 0 && hosts.every((host) => nameableHost.test(host));
  return isNameable ? [...new Set(hosts)].flatMap((host) => paths.map((path) => host + path)) : ["'self'"];
};

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(scripts)]
    .filter(([, attributes]) => !/\ssrc\s*=/i.test(attributes!))
    .map(([, , source]) => `'sha256-${createHash("sha256").update(source!).digest("base64")}'`);
