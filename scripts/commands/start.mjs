import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDashboard } from "../lib/dashboard.mjs";
import { root } from "../lib/root.mjs";
import { ensureCloudTools } from "../lib/tools.mjs";

/** Caches compiled code, which takes half of the startup time. Without a writable folder there is no cache. */
const compiled = join(root, "node_modules/.cache/freehold-compiled");

export default async () => {
  enableCompileCache?.(compiled);
  await ensureCloudTools();
  await ensureDashboard();
  process.env.NODE_ENV ??= "production";
  await import(pathToFileURL(join(root, "src/cloud/main.ts")).href);
};
