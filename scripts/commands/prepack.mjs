import { cpSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensureDashboard } from "../lib/dashboard.mjs";
import { capture } from "../lib/processes.mjs";
import { root } from "../lib/root.mjs";
import { step } from "../lib/terminal.mjs";

const build = join(root, "build");
/** What the server reads besides its code. */
const served = ["dist", "docs", "samples", "templates", "CHANGELOG.md", "package.json"];
const readByCode = /\.(json|txt|bin|mjs)$/;

/**
 * Compiles the server into build/ and adds the files it reads, in the layout of a checkout. npm runs this before it
 * packs: Node.js doesn't strip types from files under node_modules.
 */
export default async () => {
  await ensureDashboard();
  const progress = step("package", "compiling");
  const unfinished = join(root, "node_modules/.cache", `package-${process.pid}`);
  try {
    await compile(unfinished);
    copy("src/cloud", unfinished, (path) => readByCode.test(path));
    for (const path of served) copy(path, unfinished, () => true);
    rmSync(build, { recursive: true, force: true });
    renameSync(unfinished, build);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    progress.fail("not built");
    throw error;
  }
  progress.done("built");
};

/** Without type checks: `npm run check` does those. */
const compile = async (target) => {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "--project", "tsconfig.package.json", "--noCheck", "--outDir", target];
  const { code, output } = await capture(process.execPath, args);
  if (code !== 0) throw new Error(output.trim());
};

const copy = (path, target, isWanted) =>
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => statSync(source).isDirectory() || isWanted(source),
  });
