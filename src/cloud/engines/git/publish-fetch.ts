/** Publishes a fetched draft as the state of a mirror, atomically. */
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runGit } from "./run-git.ts";

export interface Draft {
  readonly draft: string;
  readonly mirror: string;
  /** New branch of HEAD; unchanged if undefined. */
  readonly defaultBranch: string | undefined;
  /** `all`: take the draft's branches. `objects`: only add objects. */
  readonly takes: "all" | "objects";
  /** The draft is self-contained: the mirror's previous objects are no longer needed. */
  readonly replaces: boolean;
}

/** Moves packs first and references last, each by one rename; a crash in between only leaves unused bytes. */
export const publishDraft = async (work: Draft): Promise<void> => {
  const { draft, mirror, defaultBranch, takes, replaces } = work;
  const branches = await packBranches(draft);
  if (!(await exists(mirror))) {
    if (defaultBranch !== undefined) await writeFile(join(draft, "HEAD"), headOf(defaultBranch));
    await mkdir(dirname(mirror), { recursive: true });
    await rename(draft, mirror);
    return;
  }
  await inTurn(mirror, async () => {
    const packs = await movePacks(draft, mirror);
    await moveShallow(draft, mirror);
    if (takes === "all") await replaceFile(mirror, "packed-refs", branches);
    if (defaultBranch !== undefined) await replaceFile(mirror, "HEAD", headOf(defaultBranch));
    if (replaces) await removeOtherPacks(mirror, packs);
  });
};

const headOf = (branch: string): string => `ref: refs/heads/${branch}\n`;

/** Writes the draft's branches into one file, which is moved as a whole; Git checked their names during the fetch. */
const packBranches = async (draft: string): Promise<string> => {
  const format = "--format=%(objectname) %(refname)";
  const listed = (await runGit([`--git-dir=${draft}`, "for-each-ref", format, "refs/heads"])).toString();
  await writeFile(join(draft, "packed-refs"), listed);
  await rm(join(draft, "refs", "heads"), { recursive: true });
  await mkdir(join(draft, "refs", "heads"));
  return listed;
};

/** Moves index files last: a pack exists for Git once its index does. */
const movePacks = async (draft: string, mirror: string): Promise<ReadonlySet<string>> => {
  const [from, to] = [draft, mirror].map((folder) => join(folder, "objects", "pack")) as [string, string];
  const names = (await readdir(from)).filter((name) => name.startsWith("pack-"));
  const packsFirst = names.toSorted((a, b) => Number(a.endsWith(".idx")) - Number(b.endsWith(".idx")));
  for (const name of packsFirst) await rename(join(from, name), join(to, name));
  return new Set(names);
};

const removeOtherPacks = async (mirror: string, keep: ReadonlySet<string>): Promise<void> => {
  if (keep.size === 0) return;
  const folder = join(mirror, "objects", "pack");
  const old = (await readdir(folder)).filter((name) => !keep.has(name));
  const indexFirst = old.toSorted((a, b) => Number(b.endsWith(".idx")) - Number(a.endsWith(".idx")));
  for (const name of indexFirst) await rm(join(folder, name), { force: true });
};

/** Adds the commits whose parents were not fetched. Additional entries do no harm because history is never walked. */
const moveShallow = async (draft: string, mirror: string): Promise<void> => {
  const [ours, theirs] = await Promise.all([draft, mirror].map((folder) => read(join(folder, "shallow"))));
  const lines = new Set(`${ours}\n${theirs}`.split("\n").filter(Boolean));
  if (lines.size > 0) await replaceFile(mirror, "shallow", `${[...lines].join("\n")}\n`);
};

const replaceFile = async (folder: string, name: string, content: string): Promise<void> => {
  const next = join(folder, `${name}.next`);
  await writeFile(next, content);
  await rename(next, join(folder, name));
};

const lockStaleMs = 10_000;
const lockRetryMs = 50;

/** Locks the mirror across processes. Publishing takes milliseconds, so an old lock belongs to a dead process. */
const inTurn = async (mirror: string, work: () => Promise<void>): Promise<void> => {
  const lock = join(mirror, "publish.lock");
  for (;;) {
    try {
      await (await open(lock, "wx")).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const since = await stat(lock).catch(() => undefined);
      if (since && Date.now() - since.mtimeMs > lockStaleMs) await rm(lock, { force: true });
      await wait(lockRetryMs);
    }
  }
  try {
    await work();
  } finally {
    await unlink(lock).catch(() => undefined);
  }
};

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
