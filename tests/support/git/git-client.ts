import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import type { newOwner } from "../account/owner.ts";
import { atFileEnd } from "../file-end.ts";
import { newClone } from "./git-clone.ts";

const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];

export interface WorkingCopy {
  readonly folder: string;
  /** Replaces text in a file. Throws if the text is missing. */
  edit(path: string, from: string, to: string): Promise<void>;
  /** Commits everything and pushes the current branch. Returns git's output. */
  push(message: string): Promise<string>;
}

/** Clones with the system's git, with the auth token as the password. */
export const cloneAs = async (cloneUrl: string, token: string): Promise<WorkingCopy> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-work-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const git = async (...words: string[]): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)("git", ["-C", folder, ...identity, ...words]);
    return stdout + stderr;
  };
  await git("clone", "--quiet", cloneUrl.replace("://", `://ada:${token}@`), ".");
  return {
    folder,
    edit: async (path, from, to) => {
      const text = await readFile(join(folder, path), "utf8");
      if (!text.includes(from)) throw new Error(`${path} does not contain "${from}".`);
      await writeFile(join(folder, path), text.replace(from, to));
    },
    push: async (message) => {
      await git("add", "--all");
      await git("commit", "--quiet", "-m", message);
      return git("push");
    },
  };
};

/** Pushes a file to a new repository. Returns a function that reads it from a clone of the repository at any server. */
export const pushFile = async (
  { data }: Pick<Awaited<ReturnType<typeof newOwner>>, "data">,
  name: string,
  content: string,
): Promise<(url: string) => Promise<string>> => {
  const { cloneUrl, defaultBranch } = await data<Repository>("POST /api/hosting/repo", { name });
  const { token } = await data<{ token: string }>("POST /api/hosting/user/token/new", { name });
  const clone = await newClone(cloneUrl.replace("://", `://ada:${token}@`), defaultBranch);
  await clone.push({ "file.txt": content });
  return async (url) => {
    const { folder } = await cloneAs(url + new URL(cloneUrl).pathname, token);
    return readFile(join(folder, "file.txt"), "utf8");
  };
};
