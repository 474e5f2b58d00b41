import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, framedBy, type Elsewhere } from "../security/content-security-policy.ts";

export type Fallback = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const immutable = "public, max-age=31536000, immutable";
const revalidated = "no-cache";
const hashedAsset = /\/assets\/[^/]+-[\w-]{8,}\.\w+$/;

interface Place extends Elsewhere {
  readonly hasEmulator: boolean;
  readonly publicUrl?: string | undefined;
}

/**
 * Serves the built dashboard: hashed assets are cached forever, everything else is revalidated, and navigations get
 * index.html. Returns the handler of navigations.
 */
export const serveDashboard = async (
  app: FastifyInstance,
  folder: string,
  { hasEmulator, publicUrl, ...elsewhere }: Place,
): Promise<Fallback> => {
  const index = join(folder, "index.html");
  if (!existsSync(index)) return notBuilt;
  const html = readFileSync(index, "utf8");
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  const headersFor = ({ url, host }: FastifyRequest): Record<string, string> => {
    const ancestors = framedBy(url, { hasEmulator });
    const policy = contentSecurityPolicy(html, elsewhere, { ancestors, hosts: [host, ...publicHosts] });
    return {
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      ...(ancestors.length === 0 && { "x-frame-options": "DENY" }),
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin-allow-popups",
    };
  };
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const asset = path.replace(/\.(br|gz)$/, "");
      void reply.header("cache-control", hashedAsset.test(asset) ? immutable : revalidated);
      // Wallets and messaging apps show the logo on their own pages.
      if (/\.(svg|png|ico|webp)$/.test(asset)) void reply.header("cross-origin-resource-policy", "cross-origin");
      if (asset.endsWith(".html")) void reply.headers(headersFor(reply.request));
    },
  });
  serveEntries(app, folder);
  return (_request, reply) => reply.sendFile("index.html");
};

/** Adds one route per file and folder at the top: a route for each of the thousand assets would take most of the start. */
const serveEntries = (app: FastifyInstance, folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (/^\.|\.(br|gz)$/.test(name)) continue;
    if (entry.isDirectory())
      app.get<{ Params: { "*": string } }>(`/${name}/*`, ({ params }, reply) =>
        reply.sendFile(`${name}/${params["*"]}`),
      );
    else app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  }
};

const notBuilt: Fallback = (_request, reply) =>
  reply
    .code(503)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Freehold</title><body>` +
        `<h1>The dashboard is not built</h1><p>Run <code>npm start</code>, or <code>npm run dev</code> for development.</p>`,
    );
