/** Checks out a commit's files into a folder. */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkoutBytesMax, checkoutFilesMax } from "../../../../resources/limits.ts";
import { GitError, runGit, streamGit } from "./run-git.ts";

/**
 * Writes the files of a commit into an empty folder; symbolic links become plain files with their target, submodules
 * empty folders. Rejects a tree that is too large before writing anything: a few bytes of Git can represent billions of
 * files.
 */
export const checkoutCommit = async (
  repository: string,
  commit: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await checkSize(repository, commit);
  await mkdir(folder, { recursive: true });
  const index = join(repository, `checkout-${randomUUID()}`);
  const at = ["-C", folder, `--git-dir=${repository}`, "--work-tree=."];
  const options = { environment: { GIT_INDEX_FILE: index }, signal };
  try {
    await runGit([...at, "read-tree", commit], options);
    await runGit([...at, "checkout-index", "--all", "--force"], options);
  } finally {
    await rm(index, { force: true });
  }
};

const checkSize = async (repository: string, commit: string): Promise<void> => {
  const child = streamGit([`--git-dir=${repository}`, "ls-tree", "-r", "-z", "--long", commit]);
  let [files, bytes, rest] = [0, 0, ""];
  try {
    for await (const chunk of child.stdout) {
      const entries = (rest + String(chunk)).split("\0");
      rest = entries.pop() ?? "";
      files += entries.length;
      for (const entry of entries) bytes += sizeOf(entry);
      if (files > checkoutFilesMax) throw new GitError(`This commit has more than ${checkoutFilesMax} files.`);
      if (bytes > checkoutBytesMax) throw new GitError(`The files of this commit exceed ${checkoutBytesMax} bytes.`);
    }
  } finally {
    child.kill("SIGKILL");
  }
};

/** "100644 blob <hash>    1234\t<path>"; a submodule has no size and shows "-". */
const sizeOf = (entry: string): number => Number(/^\S+ \S+ \S+ +(\d+)\t/.exec(entry)?.[1] ?? 0);
