import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves docs/*.md and their images unchanged, at /docs-source/. */
export const serveDocuments = (app: FastifyInstance, folder: string): Promise<void> =>
  serveFolder(app, folder, "/docs-source/", /\.(md|png|svg|webp)$/);

/** Serves the images of the templates at /templates/<id>/picture.svg, and no other files. */
export const serveTemplateImages = (app: FastifyInstance, folder: string): Promise<void> =>
  serveFolder(app, folder, "/templates/", /^\/[a-z0-9-]+\/picture\.svg$/);

const serveFolder = async (app: FastifyInstance, root: string, prefix: string, served: RegExp): Promise<void> => {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => served.test(path),
    setHeaders: (reply) => {
      void reply.header("cache-control", "no-cache").header("x-content-type-options", "nosniff");
      // An SVG image may contain scripts, which must not run.
      void reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
};
