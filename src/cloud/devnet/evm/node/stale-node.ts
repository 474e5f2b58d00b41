import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const farewellMs = 3_000;
const pauseMs = 20;

/**
 * Waits for the node of a killed process, which writes its state and exits soon after its parent, and kills it if it
 * stays. Leaves a PID alone that now belongs to another program, without `mark` in its command line.
 */
export const endStaleNode = async (pidFile: string, mark: string, patienceMs = farewellMs): Promise<void> => {
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (!(pid > 0)) return;
  const deadline = Date.now() + patienceMs;
  while ((await commandOf(pid)).includes(mark)) {
    if (Date.now() > deadline) kill(pid);
    await delay(pauseMs);
  }
  await rm(pidFile, { force: true });
};

const commandOf = async (pid: number): Promise<string> => {
  if (process.platform === "linux") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const { stdout } = await promisify(execFile)("ps", ["-o", "args=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout;
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended in the meantime.
  }
};
