import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDashboard } from "../lib/dashboard.mjs";
import { root } from "../lib/root.mjs";
import { ensureCloudTools } from "../lib/tools.mjs";

export default async () => {
  await ensureCloudTools();
  await ensureDashboard();
  process.env.NODE_ENV ??= "production";
  await import(pathToFileURL(join(root, "src/cloud/main.ts")).href);
};
