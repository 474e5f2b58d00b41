/** Selects the user of a build. Never root: the limit on processes does not apply to root. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** Another system user (the server is root), not a mapping of the current user inside a user namespace. */
  readonly isOther: boolean;
}

const insideUid = 1000;
/** Unused by distributions: above container ranges, below 2³¹. */
const uidBase = 1_900_000_000;
const uidCount = 200_000_000;

/**
 * Returns the same user for the same folder, so that installs and builds of one project own the same files and projects
 * never share a limit on processes.
 */
export const identityFor = async (folder: string): Promise<Identity> => {
  if (process.getuid?.() !== 0) return { uid: insideUid, gid: insideUid, isOther: false };
  const { first, count } = await usableUids();
  const uid = first + (createHash("sha256").update(folder).digest().readUIntBE(0, 6) % count);
  return { uid, gid: uid, isOther: true };
};

/** Gives a folder and its content to the build's user; changes links themselves and never follows them. */
export const giveTo = async (identity: Identity, folders: readonly string[]): Promise<void> => {
  if (!identity.isOther || folders.length === 0) return;
  const code = await run("chown", ["-R", "-h", `${identity.uid}:${identity.gid}`, "--", ...folders]);
  if (code !== 0) throw new Error(`chown of ${folders.join(", ")} exited with ${code}.`);
};

/**
 * Restores access to files that a build of the current user has closed to their owner, so that they can be read and
 * removed.
 */
export const takeBack = async (identity: Identity, folder: string): Promise<void> => {
  if (!identity.isOther) await run("chmod", ["-R", "u+rwX", "--", folder]);
};

const run = (program: string, args: readonly string[]): Promise<number | null> => {
  const child = spawn(program, args, { stdio: "ignore" });
  return new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
};

/** Returns the available user IDs; in a container, the upper ones of its range. */
const usableUids = async (): Promise<{ first: number; count: number }> => {
  const map = await readFile("/proc/self/uid_map", "utf8");
  const ranges = map
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const isFull = ranges.some(([inside, , size]) => inside <= uidBase && inside + size >= uidBase + uidCount);
  if (isFull) return { first: uidBase, count: uidCount };
  const [inside, , size] = ranges.reduce((best, range) => (range[0] + range[2] > best[0] + best[2] ? range : best));
  const count = Math.max(1, Math.floor(size / 4));
  return { first: inside + size - count - 16, count };
};
