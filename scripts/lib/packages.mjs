/** Installs the npm packages if they are missing or differ from package-lock.json. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./processes.mjs";
import { root } from "./root.mjs";
import { step } from "./terminal.mjs";

const modules = join(root, "node_modules");

/** Throws if the packages cannot be installed. */
export const ensurePackages = async () => {
  const wanted = readLock(join(root, "package-lock.json"));
  if (isInstalled(wanted)) return;

  const required = Object.keys(wanted).filter((path) => isRequired(wanted[path]));
  const progress = step("packages", "downloading");
  const timer = setInterval(() => {
    const present = required.filter((path) => existsSync(join(root, path, "package.json"))).length;
    if (present > 0) progress.update(`${present} of ${required.length}`);
  }, 500);
  const { code, output } = await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  clearInterval(timer);
  if (code === 0) {
    progress.done(`${required.length} installed`);
    return;
  }
  progress.fail("not installed");
  throw new Error(`npm ci failed. Check that the package registry is reachable.\n${firstLines(output, 8)}`);
};

/**
 * npm writes this second lockfile at the very end of an installation, so its presence shows that the installation
 * finished.
 */
const isInstalled = (wanted) => {
  const present = readLock(join(modules, ".package-lock.json"));
  return Object.entries(wanted).every(
    ([path, entry]) => !isRequired(entry) || present[path]?.version === entry.version,
  );
};

const readLock = (path) => {
  try {
    const { "": _project, ...packages } = JSON.parse(readFileSync(path, "utf8")).packages;
    return packages;
  } catch {
    return {};
  }
};

const isRequired = (entry) => !entry.optional && !entry.peer;

const npm = (args) => {
  const cli = process.env.npm_execpath;
  return cli?.endsWith(".js") && existsSync(cli) ? capture(process.execPath, [cli, ...args]) : capture("npm", args);
};

/** Returns the first lines: npm reports the error first and explains it at length. */
const firstLines = (text, count) =>
  text
    .split("\n")
    .filter((line) => line.replace("npm error", "").trim() !== "")
    .slice(0, count)
    .join("\n");
