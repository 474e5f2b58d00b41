/** The dashboard's build: made again when what it is made of has changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./processes.mjs";
import { root } from "./root.mjs";
import { step } from "./terminal.mjs";

const sources = ["src/dashboard", "resources", "docs", "vite.config.ts", "package-lock.json"];
const stamp = join(root, "dist", ".sources");

/** Throws with vite's own words when the dashboard cannot be built. */
export const ensureDashboard = async () => {
  const hash = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  const progress = step("dashboard", "building");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const { code, output } = await capture(process.execPath, [vite, "build", "--logLevel", "warn"], {
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) {
    progress.fail("not built");
    throw new Error(output.trim());
  }
  writeFileSync(stamp, hash);
  progress.done("built");
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
