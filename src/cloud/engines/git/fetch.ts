/** Updates the mirror of an external repository. */
import { randomUUID } from "node:crypto";
import { access, copyFile, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fetchSecondsMax, repositoryBytesMax } from "../../../../resources/limits.ts";
import type { Dial } from "../network/dial.ts";
import { firstBranch } from "./create.ts";
import { lookAt, lookAtBranches } from "./look.ts";
import { publishDraft } from "./publish-fetch.ts";
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
