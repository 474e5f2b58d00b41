/** Runs `npm run move`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { atFileEnd } from "../file-end.ts";

const command = join(import.meta.dirname, "../../../src/cloud/move/main.ts");

/** What it prints at the end: rows, tables, blobs, and the seconds of the interruption. */
export const equalSides =
  /(\d{3,}) rows in (\d{3,}) tables and (\d+) blobs are equal on both sides\. The server was interrupted for (\d+\.\d) s\./;

interface MoveOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command is killed as soon as it has printed this. */
  readonly until?: string | undefined;
}

/** Returns the output. Rejects with it if the command failed. */
export const runMove = async (args: readonly string[], { folder, env, until }: MoveOptions): Promise<string> => {
  const child = spawn(process.execPath, [command, "move", ...args], { cwd: folder, env: { ...process.env, ...env } });
  atFileEnd(async () => void child.kill("SIGKILL"));
  let output = "";
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
    if (until !== undefined && output.includes(until)) child.kill("SIGKILL");
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0 || (until !== undefined && output.includes(until))) return output;
  throw new Error(output);
};
