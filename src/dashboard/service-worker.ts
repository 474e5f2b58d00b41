/**
 * Keeps the product's page and code at hand: a second visit asks the network for nothing before its data. Pages and hashed
 * assets only; answers of the API are never kept here (the query cache is, see app/cache/).
 */
/** Put in by the build. */
declare const VERSION: string;
declare const PRECACHED: readonly string[];
/** Paths of the product's screens, in the router's words. */
declare const ROUTES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = "freehold-";
const current = prefix + VERSION;
/** The application's only page, served for every HTML request. */
const pagePath = "/";

worker.addEventListener("install", (event) => {
  event.waitUntil(precache());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOldVersions());
});

// A new version waits until no tab runs the old one, or until the page asks for it when nobody is looking.
worker.addEventListener("message", ({ data }) => {
  if (data === "skip-waiting") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // In a frame the server says who may show a page, and it says so for each address.
  const isPage = request.mode === "navigate" && request.destination === "document";
  if (isPage && isScreen(url.pathname)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function precache(): Promise<void> {
  const cache = await caches.open(current);
  const missing: Request[] = [];
  for (const path of PRECACHED) {
    // What an older version holds under the same hashed name need not be fetched again.
    const kept = path === pagePath ? undefined : await caches.match(path);
    if (kept) await cache.put(path, kept);
    else missing.push(new Request(path, path === pagePath ? { headers: { accept: "text/html" } } : {}));
  }
  await cache.addAll(missing);
}

/** The version before this one stays: a tab that is still open may ask for its chunks. */
async function dropOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page as this version's assets know it; from the network only while it is not kept. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(current);
  return (await cache.match(pagePath)) ?? fetch(request);
}

/** A hashed file never changes: once fetched it is kept. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(current);
    await cache.put(request, response.clone());
  }
  return response;
}

function isScreen(path: string): boolean {
  const parts = segments(path);
  return ROUTES.some((route) => {
    const wanted = segments(route);
    if (wanted.at(-1) === "*") return wanted.slice(0, -1).every((part, at) => matches(part, parts[at]));
    return wanted.length === parts.length && wanted.every((part, at) => matches(part, parts[at]));
  });
}

function segments(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}

function matches(wanted: string, part: string | undefined): boolean {
  return wanted.startsWith(":") ? Boolean(part) : wanted === part;
}
