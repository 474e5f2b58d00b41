#!/usr/bin/env node
/** Runs the CLI from a checkout: the build of `npm start`, or the sources if this Node.js can run TypeScript. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/root.mjs";

const built = join(root, "dist/cli/freehold.mjs");
if (!existsSync(built) && !process.features.typescript) {
  process.stderr.write("The CLI is not built. Run npm start once, or use Node 24.\n");
  process.exit(1);
}
await import(pathToFileURL(existsSync(built) ? built : join(root, "src/cli/main.ts")).href);
