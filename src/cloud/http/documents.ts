import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves docs/*.md and the images in them as they are, at /docs-source/. */
export const serveDocuments = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/docs-source/",
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => /\.(md|png|svg|webp)$/.test(path),
    setHeaders: (reply) => {
      void reply.header("cache-control", "no-cache").header("x-content-type-options", "nosniff");
      // An image may be an SVG, and that may hold scripts: none of them runs.
      void reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
};
