/** Builds the dashboard when its sources have changed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./processes.mjs";
import { root } from "./root.mjs";
import { step } from "./terminal.mjs";

const sources = ["src/dashboard", "src/cli", "resources", "docs", "vite.config.ts", "package-lock.json"];
const dist = join(root, "dist");
const stampName = ".sources";

/** Throws with Vite's message when the dashboard can't be built. */
export const ensureDashboard = async () => {
  const hash = hashOf(sources);
  if (builtFrom() === hash) return;
  const progress = step("dashboard", "building");
  const unfinished = join(root, "node_modules/.cache", `dashboard-${process.pid}`);
  const { code, output } = await viteBuild(unfinished);
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    progress.fail("not built");
    throw new Error(output.trim());
  }
  // The old build stays until this point, so an interrupted build does no harm.
  writeFileSync(join(unfinished, stampName), hash);
  rmSync(dist, { recursive: true, force: true });
  renameSync(unfinished, dist);
  progress.done("built");
};

const viteBuild = (outDir) => {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"];
  return capture(process.execPath, args, { env: { NODE_ENV: "production" } });
};

const builtFrom = () => {
  try {
    return readFileSync(join(dist, stampName), "utf8");
  } catch {
    return undefined;
  }
};

const hashOf = (paths) => {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesBelow)) {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
};

const filesBelow = (path) => {
  const info = statSync(join(root, path), { throwIfNoEntry: false });
  if (!info?.isDirectory()) return info ? [path] : [];
  const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
};
