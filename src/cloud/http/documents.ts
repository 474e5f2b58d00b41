import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves docs/*.md and their images unchanged, at /docs-source/. */
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
      // An SVG image may contain scripts, which must not run.
      void reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
};
