/**
 * Caches the product's page and code: on a second visit only data comes from the network. Pages and hashed assets only;
 * API responses are not cached here (see the query cache, app/cache/).
 */
/** Injected by the build. */
declare const VERSION: string;
declare const PRECACHED: readonly string[];
/** Paths of the product's screens, in the router's syntax. */
declare const ROUTES: readonly string[];

declare const self: ServiceWorkerGlobalScope;

const prefix = "freehold-";
const current = prefix + VERSION;
/** The application's only page, served for every HTML request. */
const pagePath = "/";

self.addEventListener("install", (event) => {
  event.waitUntil(precache());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldVersions());
});

// A new version waits until no tab uses the old one, or until a hidden page activates it.
self.addEventListener("message", ({ data }) => {
  if (data === "skip-waiting") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // In a frame the server decides by URL who may embed a page.
  const isPage = request.mode === "navigate" && request.destination === "document";
  if (isPage && isScreen(url.pathname)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function precache(): Promise<void> {
  const cache = await caches.open(current);
  const missing: Request[] = [];
  for (const path of PRECACHED) {
    // Files that an older version has cached under the same hashed name are not fetched again.
    const cached = path === pagePath ? undefined : await caches.match(path);
    if (cached) await cache.put(path, cached);
    else missing.push(new Request(path, path === pagePath ? { headers: { accept: "text/html" } } : {}));
  }
  await cache.addAll(missing);
}

/** Keeps the previous version: an open tab may request its chunks. */
async function dropOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
}

/** Returns the page of this version; from the network only while it is not cached. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(current);
  return (await cache.match(pagePath)) ?? fetch(request);
}

/** Returns a hashed file, which never changes: cached once fetched. */
async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
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

// Makes this file a module, in which `self` is the worker.
export {};
