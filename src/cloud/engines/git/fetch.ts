/** Updates the mirror of an external repository. */
import { randomUUID } from "node:crypto";
import {
  access,
  copyFile,
  mkdir,
  readdir,
  rm,
  stat,
  writeFile,
  open,
  readFile,
  rename,
  unlink,
} from "node:fs/promises";
import { join, dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fetchSecondsMax, repositoryBytesMax } from "../../../../resources/limits.ts";
import type { Dial } from "../network/dial.ts";
import { firstBranch } from "./create.ts";
import { lookAt, lookAtBranches } from "./look.ts";
import { readBranches, readDefaultBranch } from "./read.ts";
import { packedBytes, runRemote } from "./remote-command.ts";
import { RemoteError, type RemoteHeads, type RemoteSource } from "./remote.ts";
import { runGit } from "./run-git.ts";

export interface MirrorPlace {
  readonly dial: Dial;
  /** Folder of all mirrors and their drafts. */
  readonly root: string;
}

/** With this many packs, or half of the space used, a mirror is fetched from scratch. */
const packsMax = 40;
const growsTo = repositoryBytesMax / 2;
const draftPrefix = ".fetch-";
const draftStaleMs = (fetchSecondsMax + 600) * 1000;

/**
 * Fetches every branch's latest commit with its files, without history. The mirror's previous state stays readable
 * during the fetch and after a failure. Lists the remote's branches first and fetches nothing if nothing changed.
 * Throws `RemoteError`.
 */
export const fetchMirror = async (place: MirrorPlace, mirror: string, source: RemoteSource): Promise<void> => {
  const previous = await readHeads(mirror);
  const heads = previous && (await freshHeads(place.dial, source, previous));
  if (previous && heads && isSame(previous, heads)) return;
  const { defaultBranch, branches } = heads ?? (await lookAt(place.dial, source));
  const first = defaultBranch ?? [...branches.keys()][0];
  const refspecs = branches.size > 0 ? ["+refs/heads/*:refs/heads/*"] : [];
  await fetchInto(place, mirror, source, { refspecs, defaultBranch: first, takes: "all" });
};

/** Fetches one commit without a branch, by its hash. Throws `RemoteError`. */
export const fetchCommit = (place: MirrorPlace, mirror: string, source: RemoteSource, hash: string): Promise<void> =>
  fetchInto(place, mirror, source, { refspecs: [hash], defaultBranch: undefined, takes: "objects" });

/** Removes the drafts of a killed process; drafts of today may belong to another process. */
export const removeStaleDrafts = async (root: string): Promise<void> => {
  const drafts = (await readdir(root)).filter((name) => name.startsWith(draftPrefix));
  for (const name of drafts) {
    const since = await stat(join(root, name)).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > draftStaleMs) await rm(join(root, name), { recursive: true });
  }
};

const readHeads = async (mirror: string): Promise<RemoteHeads | undefined> => {
  if (!(await isThere(mirror))) return undefined;
  const [branches, defaultBranch] = await Promise.all([readBranches(mirror), readDefaultBranch(mirror)]);
  return { defaultBranch, branches: new Map(branches.map(({ name, commit }) => [name, commit])) };
};

/** Returns undefined if the default branch no longer exists and the new one must be looked up. */
const freshHeads = async (
  dial: Dial,
  source: RemoteSource,
  { defaultBranch = "" }: RemoteHeads,
): Promise<RemoteHeads | undefined> => {
  const branches = await lookAtBranches(dial, source);
  return branches.has(defaultBranch) ? { defaultBranch, branches } : undefined;
};

const isSame = (a: RemoteHeads, b: RemoteHeads): boolean =>
  a.defaultBranch === b.defaultBranch &&
  a.branches.size === b.branches.size &&
  [...a.branches].every(([name, commit]) => b.branches.get(name) === commit);

interface FetchTarget {
  readonly refspecs: readonly string[];
  readonly defaultBranch: string | undefined;
  readonly takes: "all" | "objects";
}

const fetchInto = async (
  { dial, root }: MirrorPlace,
  mirror: string,
  source: RemoteSource,
  { refspecs, ...publishing }: FetchTarget,
): Promise<void> => {
  await mkdir(root, { recursive: true });
  const draft = join(root, `${draftPrefix}${randomUUID()}`);
  const grows = (await isThere(mirror)) && (publishing.takes === "objects" || (await hasRoom(mirror)));
  try {
    await runGit(["init", "--quiet", "--bare", "--template=", `--initial-branch=${firstBranch}`, draft]);
    if (grows) await buildUpon(draft, mirror);
    const bytesMax = repositoryBytesMax - (grows ? await packedBytes(mirror) : 0);
    if (refspecs.length > 0) await fetchShallow(dial, draft, source, refspecs, bytesMax);
    await publishDraft({ draft, mirror, ...publishing, replaces: !grows });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const hasRoom = async (mirror: string): Promise<boolean> => {
  const packs = (await readdir(join(mirror, "objects", "pack"))).filter((name) => name.endsWith(".pack"));
  return packs.length < packsMax && (await packedBytes(mirror)) < growsTo;
};

/** Lets the draft use the mirror's objects: only new ones are transferred, into the draft. */
const buildUpon = async (draft: string, mirror: string): Promise<void> => {
  await mkdir(join(draft, "objects", "info"), { recursive: true });
  await writeFile(join(draft, "objects", "info", "alternates"), `${join(mirror, "objects")}\n`);
  if (await isThere(join(mirror, "shallow"))) await copyFile(join(mirror, "shallow"), join(draft, "shallow"));
};

const fetchShallow = async (
  dial: Dial,
  draft: string,
  source: RemoteSource,
  refspecs: readonly string[],
  bytesMax: number,
): Promise<void> => {
  const fetch = (...depth: string[]) =>
    runRemote(dial, {
      args: [`--git-dir=${draft}`, "fetch", ...fetchOptions, ...depth, "--", source.url, ...refspecs],
      source,
      timeoutMs: fetchSecondsMax * 1000,
      outputBytesMax: 1024 * 1024,
      growing: { repository: draft, bytesMax },
    });
  try {
    await fetch("--depth=1");
  } catch (error) {
    // A static file host does not support shallow fetches.
    if (!(error instanceof RemoteError) || !error.message.includes("does not support shallow")) throw error;
    await fetch();
  }
};

const fetchOptions = [
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-auto-maintenance",
  "--no-recurse-submodules",
  "--update-head-ok",
] as const;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

// Publishes a fetched draft as the state of a mirror, atomically.

interface Draft {
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
const publishDraft = async (work: Draft): Promise<void> => {
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
