import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { atFileEnd } from "../file-end.ts";

export interface Clone {
  /** Writes, commits and pushes files with the system's git, to another address if one is given. Returns the commit's hash. */
  push(
    files: Record<string, string>,
    options?: { branch?: string; message?: string; address?: string },
  ): Promise<string>;
  deleteBranch(name: string): Promise<void>;
  /** Pushes the newest commit to a branch unchanged. */
  pushAgain(branch: string): Promise<void>;
}

const me = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];

/** Creates an empty clone of an empty repository. */
export const newClone = async (address: string, branch: string): Promise<Clone> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-clone-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const git = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)("git", ["-C", folder, ...me, ...words])).stdout.trim();
  await git("init", "--quiet", `--initial-branch=${branch}`);
  await git("remote", "add", "origin", address);
  return {
    push: async (files, { branch: to = branch, message = "A change", address: place = "origin" } = {}) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
      await git("add", "--all", "--force", ".");
      await git("commit", "--quiet", "-m", message);
      await git("push", "--quiet", place, `HEAD:refs/heads/${to}`);
      return git("rev-parse", "HEAD");
    },
    pushAgain: async (to) => void (await git("push", "--quiet", "origin", `HEAD:refs/heads/${to}`)),
    deleteBranch: async (name) => void (await git("push", "--quiet", "origin", `:refs/heads/${name}`)),
  };
};
