#!/usr/bin/env node
/**
 * Runs the npm scripts: start, test, dev, check, fix, contracts, migrations, bench, soak, interop, backup, restore,
 * verify, adopt, move, model. Plain JavaScript, because it runs before anything is installed: it installs the packages, switches to Node.js
 * 24, then runs the command.
 */
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./lib/packages.mjs";
import { passThrough, watchParents } from "./lib/processes.mjs";
import { root } from "./lib/root.mjs";
import { betterNode } from "./lib/runtime.mjs";
import { bold, say } from "./lib/terminal.mjs";

const commands = readdirSync(join(root, "scripts/commands")).map((file) => file.replace(/\.mjs$/, ""));
const withHeader = new Set(["start", "test", "dev"]);

const run = async (name, args) => {
  if (!commands.includes(name)) throw new Error(`Usage: npm run ${commands.join(" | ")}`);
  watchParents(() => process.kill(process.pid, "SIGTERM"));
  const isFirst = !process.channel;
  if (isFirst && withHeader.has(name)) say(`\n  ${bold("Freehold")}\n`);
  process.env.PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`;

  await ensurePackages();
  const node = betterNode();
  if (node) return passThrough(node, [fileURLToPath(import.meta.url), name, ...args]);
  const command = await import(`./commands/${name}.mjs`);
  return command.default(args);
};

const [name, ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(name, args);
} catch (error) {
  say(`\n${error.message}\n`);
  process.exitCode = 1;
}
