/** Compiles the service worker when the names of all files are final. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pages, resources } from "../../../resources/index.ts";
import { planRoutes } from "../framework/derive/routes.ts";
import { compileInline } from "./compile-inline.ts";
import { chunkWith, filesByRoute } from "./files-by-route.ts";
import { latinFont } from "./font-plugin.ts";

/** `root` is the dashboard's directory. */
export const serviceWorkerPlugin = (root: string): Plugin => ({
  name: "freehold-service-worker",
  apply: "build",
  generateBundle: {
    order: "post",
    handler: async function emitServiceWorker(_options, bundle) {
      const core = chunkWith(bundle, "/main.tsx");
      if (!core) throw new Error("The build has no chunk with main.tsx.");
      const routes = planRoutes({ resources, pages });
      const filesOf = filesByRoute(bundle, core, ({ file }) => `/${file}.tsx`);
      const likely = routes.filter(({ handle }) => handle.kind === "resource").flatMap(filesOf);
      const own = [core.fileName, ...core.imports, latinFont(bundle)].map((file) => `/${file}`);
      const precached = [...new Set(["/", ...own, ...likely])];
      const source = await compileInline(join(root, "app/service-worker.ts"), {
        VERSION: createHash("sha256").update(precached.join()).digest("hex").slice(0, 12),
        PRECACHED: precached,
        ROUTES: routes.map(({ path }) => path),
      });
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  },
});
