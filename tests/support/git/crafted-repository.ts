/** Creates commits that a regular git client would not: trees assembled entry by entry. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { atFileEnd } from "../file-end.ts";

export type Entry =
  | { readonly file: string | Buffer; readonly mode?: "100644" | "100755" }
  /** Target of a symbolic link. */
  | { readonly link: string }
  /** Hash of another repository's commit. */
  | { readonly submodule: string }
  | { readonly folder: Tree }
  /** A stored object. */
  | { readonly tree: string };

export type Tree = readonly (readonly [name: string | Buffer, entry: Entry])[];

export interface CraftedRepository {
  /** Stores a tree and returns its hash. */
  tree(tree: Tree): Promise<string>;
  /** Commits the tree and pushes it, to main by default. */
  push(url: string, tree: Tree, message?: string, branch?: string): Promise<void>;
}

export const craftedRepository = async (): Promise<CraftedRepository> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-crafted-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const identity = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Mallory"],
    [`GIT_${who}_EMAIL`, "mallory@example.com"],
  ]);
  const env = { ...process.env, ...Object.fromEntries(identity) };
  const git = async (words: readonly string[], input: string | Buffer = ""): Promise<string> => {
    const child = spawn("git", ["-C", folder, ...words], { env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.end(input);
    const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode !== 0 && (child.exitCode ?? (await codeOf(child))) !== 0) throw new Error(complaint);
    return said.trim();
  };
  await git(["init", "--quiet", "--bare", "."]);

  const write = (content: string | Buffer): Promise<string> => git(["hash-object", "-w", "--stdin"], content);
  const lineOf = async (name: string | Buffer, entry: Entry): Promise<Buffer> => {
    const end = Buffer.concat([Buffer.from("\t"), Buffer.from(name as string), Buffer.from("\0")]);
    return Buffer.concat([Buffer.from(await describe(entry)), end]);
  };
  const describe = async (entry: Entry): Promise<string> => {
    if ("file" in entry) return `${entry.mode ?? "100644"} blob ${await write(entry.file)}`;
    if ("link" in entry) return `120000 blob ${await write(entry.link)}`;
    if ("submodule" in entry) return `160000 commit ${entry.submodule}`;
    return `040000 tree ${"tree" in entry ? entry.tree : await tree(entry.folder)}`;
  };
  const tree: CraftedRepository["tree"] = async (entries) => {
    const lines: Buffer[] = [];
    for (const [name, entry] of entries) lines.push(await lineOf(name, entry));
    return git(["mktree", "-z", "--missing"], Buffer.concat(lines));
  };
  const push: CraftedRepository["push"] = async (url, entries, message = "A change", branch = "main") => {
    const commit = await git(["commit-tree", await tree(entries)], message);
    await git(["push", "--quiet", "--force", url, `${commit}:refs/heads/${branch}`]);
  };
  return { tree, push };
};

const codeOf = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve) => void child.once("close", resolve));
