/** Compiles the service worker last, when the names of all files are known. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pages, resources } from "../../../resources/index.ts";
import { planRoutes } from "../framework/derive/routes.ts";
import { compileInline } from "./compile-inline.ts";
import { chunkWith, filesByRoute } from "./files-by-route.ts";

/** `root` is the dashboard's folder. */
export const serviceWorkerPlugin = (root: string): Plugin => {
  let output: string;
  let precached: string[] = [];
  return {
    name: "freehold-service-worker",
    apply: "build",
    configResolved: ({ build }) => {
      output = build.outDir;
    },
    generateBundle: (_options, bundle) => {
      const core = chunkWith(bundle, "/main.tsx");
      if (!core) return;
      const likely = planRoutes({ resources, pages }).filter(({ handle }) => handle.kind === "resource");
      const filesOf = filesByRoute(bundle, core, ({ file }) => `pages/${file}.tsx`);
      precached = [
        ...new Set(["/", `/${core.fileName}`, ...core.imports.map((file) => `/${file}`), ...likely.flatMap(filesOf)]),
      ];
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const version = createHash("sha256").update(precached.join()).digest("hex").slice(0, 12);
        const routes = planRoutes({ resources, pages }).map(({ path }) => path);
        const code = await compileInline(join(root, "service-worker.ts"), {
          VERSION: version,
          PRECACHED: precached,
          ROUTES: routes,
        });
        await writeFile(join(output, "service-worker.js"), code);
      },
    },
  };
};
