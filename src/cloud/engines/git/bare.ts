/** Bare repositories as files: their skeleton, and their references in one file that is replaced as a whole. */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { repositoryBytesMax } from "../../../../resources/limits.ts";

export type Refs = ReadonlyMap<string, string>;

/** Which state of which repository the references of a folder are. */
export interface Mark {
  readonly id: string;
  readonly version: bigint;
  readonly generation: bigint;
}

const config = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
[http]
	receivepack = true
	getanyfile = false
[receive]
	maxInputSize = ${repositoryBytesMax}
[uploadpack]
	allowFilter = true
`;

export const packedRefs = "packed-refs";
/** Copy of the references that were written last, to find those that the version before changed since. */
export const writtenRefs = "freehold-refs";

/** Creates an empty bare repository. */
export const createBare = async (folder: string, branch: string): Promise<void> => {
  await mkdir(join(folder, "objects", "pack"), { recursive: true });
  await mkdir(join(folder, "objects", "info"), { recursive: true });
  await mkdir(join(folder, "refs", "heads"), { recursive: true });
  await writeFile(join(folder, "config"), config);
  await writeFile(join(folder, "HEAD"), headOf(branch));
};

export const headOf = (branch: string): string => `ref: refs/heads/${branch}\n`;

/** Writes a file of packed references; Git ignores the unknown trait in its first line. */
export const renderRefs = ({ id, version, generation }: Mark, refs: Refs): string => {
  const sorted = [...refs].toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const lines = sorted.map(([name, hash]) => `${hash} ${name}\n`);
  return `# pack-refs with: sorted freehold=${id}:${version}:${generation} \n${lines.join("")}`;
};

/** Parses a file of packed references; without a mark if another program wrote it. */
export const parseRefs = (text: string): { readonly mark: Mark | undefined; readonly refs: Refs } => {
  const refs = new Map<string, string>();
  for (const [, hash, name] of text.matchAll(/^([0-9a-f]{40}) (.+)$/gm)) refs.set(name!, hash!);
  return { mark: markIn(text), refs };
};

const markIn = (text: string): Mark | undefined => {
  const [, id, version, generation] = /^# pack-refs with:.* freehold=([0-9a-f-]{36}):(\d+):(\d+) /.exec(text) ?? [];
  return id ? { id, version: BigInt(version!), generation: BigInt(generation!) } : undefined;
};

const markBytesMax = 256;

/** Reads only the mark; undefined if the folder or its mark is missing. */
export const readMark = async (folder: string): Promise<Mark | undefined> => {
  const handle = await open(join(folder, packedRefs), "r").catch(unlessMissing);
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(markBytesMax), 0, markBytesMax, 0);
    return markIn(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
};

/** Whether references were written one per file, which only the version before does; undefined without their folder. */
export const hasLooseRefs = async (folder: string): Promise<boolean | undefined> => {
  const entries = await readdir(join(folder, "refs"), { recursive: true, withFileTypes: true }).catch(unlessMissing);
  return entries?.some((entry) => entry.isFile() && !entry.name.endsWith(".lock"));
};

export const readText = async (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch(unlessMissing);

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(unlessMissing)) !== undefined;

const lockStaleMs = 10_000;
const lockRetryMs = 20;

interface NewRefs {
  readonly mark: Mark;
  readonly refs: Refs;
  /** The present file, if another program wrote it. */
  readonly known: string | undefined;
  isNewest(): Promise<boolean>;
}

/**
 * Replaces the references as Git does, under its lock, which also excludes other processes. Returns false if they are
 * not the newest, or if another program changed the file since it was read as `known`.
 */
export const writeRefs = async (folder: string, { mark, refs, known, isNewest }: NewRefs): Promise<boolean> => {
  const lock = join(folder, `${packedRefs}.lock`);
  const handle = await takeLock(lock);
  let isHeld = true;
  try {
    const text = await readText(join(folder, packedRefs));
    const present = markIn(text ?? "");
    if (present ? present.id !== mark.id : text !== known) return false;
    if (!(await isNewest())) return false;
    const content = renderRefs(mark, refs);
    await handle.writeFile(content);
    // After a power failure, a truncated file would look like deleted branches.
    await handle.datasync();
    await rename(lock, join(folder, packedRefs));
    isHeld = false;
    const copy = join(folder, `${writtenRefs}.${randomUUID()}`);
    await writeFile(copy, content);
    await rename(copy, join(folder, writtenRefs));
    return true;
  } finally {
    await handle.close();
    if (isHeld) await rm(lock, { force: true });
  }
};

/** Writing takes milliseconds, so an old lock belongs to a killed process. */
const takeLock = async (lock: string) => {
  for (;;) {
    try {
      return await open(lock, "wx");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const since = await stat(lock).catch(unlessMissing);
      if (since && Date.now() - since.mtimeMs > lockStaleMs) await rm(lock, { force: true });
      await delay(lockRetryMs);
    }
  }
};

/** Moves packs into a folder; the index last, because a pack exists for Git once its index does. */
export const installPacks = async (from: string, folder: string): Promise<void> => {
  const target = join(folder, "objects", "pack");
  const names = (await readdir(from)).filter((name) => name.startsWith("pack-"));
  const indexLast = names.toSorted((a, b) => Number(a.endsWith(".idx")) - Number(b.endsWith(".idx")));
  for (const name of indexLast) await rename(join(from, name), join(target, name));
};

/** Returns the hashes of the packs in a folder that have an index. */
export const packsIn = async (folder: string): Promise<Set<string>> => {
  const names = (await readdir(join(folder, "objects", "pack")).catch(unlessMissing)) ?? [];
  return new Set(names.flatMap((name) => /^pack-([0-9a-f]{40})\.idx$/.exec(name)?.[1] ?? []));
};

export const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};
