import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, framedBy, type Elsewhere } from "./content-security-policy.ts";

export type Fallback = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const immutable = "public, max-age=31536000, immutable";
const revalidated = "no-cache";
const hashedAsset = /\/assets\/[^/]+-[\w-]{8,}\.\w+$/;

/**
 * Serves the built dashboard: hashed assets for ever, everything else revalidated, and index.html for every page that the
 * browser navigates to. Returns what answers such a page.
 */
export const serveDashboard = async (
  app: FastifyInstance,
  folder: string,
  { hasEmulator, ...elsewhere }: Elsewhere & { readonly hasEmulator: boolean },
): Promise<Fallback> => {
  const index = join(folder, "index.html");
  if (!existsSync(index)) return notBuilt;
  const html = readFileSync(index, "utf8");
  const headersFor = (ancestors: readonly string[]) => ({
    "content-security-policy": contentSecurityPolicy(html, elsewhere, ancestors),
    "x-content-type-options": "nosniff",
    ...(ancestors.length === 0 && { "x-frame-options": "DENY" }),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
  });
  const alone = headersFor([]);
  const framed = headersFor(framedBy("/boost", { hasEmulator }));
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const asset = path.replace(/\.(br|gz)$/, "");
      void reply.header("cache-control", hashedAsset.test(asset) ? immutable : revalidated);
      void reply.header("x-content-type-options", "nosniff");
      const mayBeFramed = framedBy(reply.request.url, { hasEmulator }).length > 0;
      if (asset.endsWith(".html")) void reply.headers(mayBeFramed ? framed : alone);
    },
  });
  return (_request, reply) => reply.sendFile("index.html");
};

const notBuilt: Fallback = (_request, reply) =>
  reply
    .code(503)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Freehold</title><body>` +
        `<h1>The dashboard is not built yet</h1><p>Run <code>npm start</code>, or <code>npm run dev</code> while you work on it.</p>`,
    );
