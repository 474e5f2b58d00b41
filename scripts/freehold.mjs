#!/usr/bin/env node
/**
 * The command `freehold`. Without arguments it starts a server in the current directory; `backup`, `restore`,
 * `verify`, `adopt` and `move` work on its data, and all other commands are the CLI. The npm package has everything compiled in build/;
 * a checkout uses its own build or its sources.
 */
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { passThrough, watchParents } from "./lib/processes.mjs";
import { root } from "./lib/root.mjs";
import { betterNode } from "./lib/runtime.mjs";
import { say } from "./lib/terminal.mjs";
import { ensureCloudTools } from "./lib/tools.mjs";

const self = fileURLToPath(import.meta.url);
const isCheckout = existsSync(join(root, "src"));
const load = (path) => import(pathToFileURL(join(root, path)).href);

const start = async () => {
  await ensureCloudTools();
  process.env.NODE_ENV ??= "production";
  await load("build/src/cloud/main.js");
};
/** Reads its command from process.argv, and sets the exit code. */
const maintain = () => load("build/src/cloud/backup/main.js");
const move = () => load("build/src/cloud/move/main.js");
const model = () => load("build/src/cloud/model/main.js");
const serverCommands = new Map(
  Object.entries({ start, move, model, backup: maintain, restore: maintain, verify: maintain, adopt: maintain }),
);

const runServer = async (name, args) => {
  if (isCheckout) return exitWith(process.execPath, [join(root, "scripts/run.mjs"), name, ...args]);
  watchParents(() => process.kill(process.pid, "SIGTERM"));
  const node = betterNode();
  if (node) return exitWith(node, [self, name, ...args]);
  // Beside the package, in node_modules/.cache. Without a writable folder there is no cache.
  enableCompileCache?.(join(dirname(root), ".cache/freehold-compiled"));
  await serverCommands.get(name)();
};

const exitWith = async (program, args) => {
  process.exitCode = await passThrough(program, args, { cwd: process.cwd() });
};

const runCommandLine = async (args) => {
  if (args[0] === "--help") say(serverHelp);
  const built = join(isCheckout ? "dist" : "build/dist", "cli/freehold.mjs");
  if (existsSync(join(root, built))) return load(built);
  if (!process.features.typescript) throw new Error("The CLI is not built. Run npm start once, or use Node 24.");
  return load("src/cli/main.ts");
};

const serverHelp = `Starts a server in the current directory, or works on its data.

  freehold                   start a server; settings: environment variables, or a file .env
  freehold backup            create a backup: --to <directory>
  freehold restore           restore a backup into an empty DATA_DIR: --from <directory>, --at <time>
  freehold move              move to PostgreSQL and S3: --database <url>, --s3 <endpoint/bucket>; --confirm, --revert
  freehold model             list AI models; install ID, add PATH or URL, remove ID
  freehold verify            verify stored content
  freehold adopt             assign the data directory to the configured database
`;

const [name = "start", ...args] = process.argv.slice(2);
try {
  if (serverCommands.has(name)) await runServer(name, args);
  else await runCommandLine([name, ...args]);
} catch (error) {
  process.stderr.write(`\n${error.message}\n\n`);
  process.exitCode = 1;
}
