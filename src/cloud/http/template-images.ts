import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves the images of the templates at /templates/<id>/picture.svg, and no other files. */
export const serveTemplateImages = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/templates/",
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => /^\/[a-z0-9-]+\/picture\.svg$/.test(path),
    setHeaders: (reply) => {
      void reply.header("cache-control", "no-cache").header("x-content-type-options", "nosniff");
      // An SVG may contain scripts, which must not run.
      void reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
};
