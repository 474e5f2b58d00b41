/** Chooses the tests of a run from the arguments of `npm test`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./processes.mjs";
import { root } from "./root.mjs";

/** Their folders have the names of capabilities, or of what their tests are about. */
const trees = ["resources", "src/cloud", "src/dashboard", "tests/contract", "tests/e2e"];
const browserTests = "tests/e2e";
const landedBranch = "main";

const exists = (path) => existsSync(join(root, path));

/** Replaces names of capabilities, such as `hosting`, by their folders. Other arguments are vitest's. */
export const withFolders = (args) =>
  args.flatMap((arg) => {
    const folders = /^[a-z-]+$/.test(arg) ? trees.map((tree) => `${tree}/${arg}/`).filter(exists) : [];
    return folders.length > 0 ? folders : [arg];
  });

/** Returns the folders of browser tests that concern the changed files. What no capability holds concerns the shell. */
export const browserFolders = (changed) => {
  const folders = changed.flatMap((file) => {
    const tree = trees.find((each) => file.startsWith(`${each}/`));
    if (!tree) return [];
    const [name] = file.slice(tree.length + 1).split("/");
    return exists(`${browserTests}/${name}/`) ? `${browserTests}/${name}/` : `${browserTests}/shell/`;
  });
  return [...new Set(folders)];
};

/** Returns the files that differ from the landed branch, committed or not. Throws without such a branch. */
export const changedFiles = async () => {
  const lists = [
    ["diff", "--name-only", "--merge-base", landedBranch],
    ["ls-files", "--others", "--exclude-standard"],
  ];
  const outputs = await Promise.all(lists.map((args) => capture("git", args)));
  const broken = outputs.find(({ code }) => code !== 0);
  if (broken) throw new Error(`The changes since ${landedBranch} are unknown: ${broken.output.trim()}`);
  return outputs.flatMap(({ output }) => output.split("\n").filter(Boolean));
};

/**
 * Returns the arguments of each vitest run: one, or two with `--changed`. By its imports a browser test depends on the
 * whole server, so it is chosen by folder.
 */
export const runsOf = async (args) => {
  if (!args.includes("--changed")) return [withFolders(args)];
  const rest = args.filter((arg) => arg !== "--changed");
  const byImports = ["unit", "dashboard", "pages", "contract"].map((name) => `--project=${name}`);
  const folders = browserFolders(await changedFiles());
  return [
    [...byImports, `--changed=${landedBranch}`, "--passWithNoTests", ...rest],
    ...(folders.length > 0 ? [["--project=e2e", ...folders, ...rest]] : []),
  ];
};
