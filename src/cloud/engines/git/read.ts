/** Reads branches, commits and files of a bare repository. */
import type { Branch, Commit } from "./git.ts";
import { GitError, runGit } from "./run-git.ts";

const fileBytesMax = 1024 * 1024;
/** Maximum length of a commit's subject and author, which are stored with each deployment and sent with each list. */
const shownMax = 300;

/** Lists the default branch first, then by last change. */
export const readBranches = async (repository: string): Promise<Branch[]> => {
  const format = "--format=%(refname:lstrip=2)%00%(objectname)";
  const output = await runGit([
    `--git-dir=${repository}`,
    "for-each-ref",
    "--sort=-committerdate",
    format,
    "refs/heads",
  ]);
  const branches = linesOf(output).map((line) => {
    const [name = "", commit = ""] = line.split("\0");
    return { name, commit };
  });
  const first = await readDefaultBranch(repository);
  return [...branches.filter(({ name }) => name === first), ...branches.filter(({ name }) => name !== first)];
};

/** Returns the branch of HEAD, whether or not it has a commit. */
export const readDefaultBranch = async (repository: string): Promise<string> =>
  (await runGit([`--git-dir=${repository}`, "symbolic-ref", "--short", "HEAD"])).toString().trim();

/** Returns the commit of a branch, HEAD or a full hash; undefined if there is none. */
export const readCommit = async (repository: string, revision: string): Promise<Commit | undefined> => {
  const format = "--format=%H%x00%s%x00%an%x00%ct";
  const output = await unlessMissing(
    runGit([`--git-dir=${repository}`, "log", "-1", format, "--end-of-options", nameOf(revision), "--"]),
  );
  if (output === undefined) return undefined;
  const [hash = "", subject = "", author = "", committedAt = ""] = output.toString().trimEnd().split("\0");
  const cut = (text: string) => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);
  return { hash, subject: cut(subject), author: cut(author), committedAt: Number(committedAt) };
};

/** Returns the text of a file; undefined if missing or over 1 MiB. */
export const readFileAt = async (repository: string, revision: string, path: string): Promise<string | undefined> => {
  const object = `${nameOf(revision)}:${cleanPath(path)}`;
  const output = await unlessMissing(
    runGit([`--git-dir=${repository}`, "cat-file", "blob", object], { maxBytes: fileBytesMax }),
  );
  return output?.toString();
};

/** Returns the names in a folder; empty if it does not exist. */
export const readNames = async (repository: string, revision: string, folder: string): Promise<string[]> => {
  const object = `${nameOf(revision)}:${cleanPath(folder)}`;
  const output = await unlessMissing(runGit([`--git-dir=${repository}`, "ls-tree", "-z", "--name-only", object]));
  return output === undefined ? [] : output.toString().split("\0").filter(Boolean);
};

/** Returns the names of subfolders, without submodules. */
export const readFolders = async (repository: string, revision: string, folder: string): Promise<string[]> => {
  const object = `${nameOf(revision)}:${cleanPath(folder)}`;
  const output = await unlessMissing(runGit([`--git-dir=${repository}`, "ls-tree", "-z", "-d", object]));
  const entries = output?.toString().split("\0").filter(Boolean) ?? [];
  return entries.flatMap((entry) => /^\d+ tree [0-9a-f]+\t(.*)$/s.exec(entry)?.[1] ?? []);
};

/** Allows only full hashes, HEAD and branches as revisions, so that none can be an option. */
const nameOf = (revision: string): string =>
  /^([0-9a-f]{40}|[0-9a-f]{64}|HEAD)$/.test(revision) ? revision : `refs/heads/${revision}`;

const cleanPath = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

const unlessMissing = async (output: Promise<Buffer>): Promise<Buffer | undefined> => {
  try {
    return await output;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
};
