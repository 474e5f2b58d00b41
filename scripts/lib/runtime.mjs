/** Finds Node.js 24, which runs everything. It is a package, so that Node.js 20.19 is enough to start. */
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// Files are read and flushed by threads, four unless set before their first use. Most of them wait for the disk.
process.env.UV_THREADPOOL_SIZE ??= "16";

const oldestThatStripsTypes = [22, 18];
const preferredMajor = 24;

/** Returns the Node.js to continue with; undefined if this one is recent enough. Throws if there is none. */
export const betterNode = () => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major >= preferredMajor) return undefined;
  const packaged = packagedNode();
  if (packaged && packaged !== realpathSync(process.execPath)) return packaged;
  const [oldestMajor, oldestMinor] = oldestThatStripsTypes;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  throw new Error(
    `No Node 24 package for ${process.platform}-${process.arch}. Install Node 24 (current version: ${process.version}).`,
  );
};

/** npm may install it in any node_modules folder above this file. */
const packagedNode = () => {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const program = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "bin/node");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
};
