/** Measures a build's disk usage. */
import { spawn } from "node:child_process";
import { statfs } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** Below this, the whole machine is at risk, regardless of the cause. */
const freeBytesMin = 256 * 1024 * 1024;
const freeFilesShareMin = 0.01;

/** Returns true if the folders use `diskBytes` or their disk is nearly full. */
export const isDiskFull = async (folders: readonly string[], diskBytes: number): Promise<boolean> => {
  const machine = await statfs(folders[0]!);
  if (machine.bavail * machine.bsize < freeBytesMin) return true;
  if (machine.files > 0 && machine.ffree < machine.files * freeFilesShareMin) return true;
  return (await usedBytes(folders)) >= diskBytes;
};

/**
 * Returns the allocated bytes below the folders, counting hard links once. Files that vanish in the meantime are
 * ignored.
 */
const usedBytes = async (folders: readonly string[]): Promise<number> => {
  const child = spawn("du", ["-sk", "--", ...folders], { stdio: ["ignore", "pipe", "ignore"] });
  const failed = new Promise<never>((_resolve, reject) => child.once("error", reject));
  const output = await Promise.race([text(child.stdout), failed]);
  const kibibytes = output.split("\n").map((line) => Number.parseInt(line, 10) || 0);
  return kibibytes.reduce((sum, size) => sum + size, 0) * 1024;
};
