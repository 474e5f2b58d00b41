import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { anvilProgram } from "./binary.ts";
import { endStaleNode } from "./stale-node.ts";

const folder = await mkdtemp(join(tmpdir(), "freehold-stale-"));
atFileEnd(() => rm(folder, { recursive: true, force: true }));
const pidFile = join(folder, "pid");

/** Starts a program that outlives its parent and has `mark` in its command line. */
const leftOver = async (mark: string) => {
  const child = spawn("/bin/sh", ["-c", "trap '' INT TERM; while :; do sleep 1; done", mark], { stdio: "ignore" });
  await once(child, "spawn");
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  atFileEnd(async () => void child.kill("SIGKILL"));
  await writeFile(pidFile, `${child.pid}\n`);
  return { child, exited };
};

test("a node that outlives its killed parent is stopped before another starts", async () => {
  const { exited } = await leftOver(join(folder, "state.json"));
  await endStaleNode(pidFile, join(folder, "state.json"), 0);
  expect(await exited).toEqual([null, "SIGKILL"]);
  await expect(access(pidFile)).rejects.toThrow("ENOENT");
});

test("another program with the same PID is left alone", async () => {
  const { child } = await leftOver("another program");
  await endStaleNode(pidFile, join(folder, "state.json"), 0);
  expect(child.exitCode).toBe(null);
  expect(child.signalCode).toBe(null);
});

test("without a PID file nothing is stopped", async () => {
  await expect(endStaleNode(join(folder, "none"), "mark", 0)).resolves.toBeUndefined();
});

test("the error on a platform without an npm package names the setting to use instead", () => {
  expect(() => anvilProgram("sunos", "riscv64")).toThrow(
    "No EVM node is installed for this machine (@foundry-rs/anvil-sunos-riscv64 from npm). Install it, or set EVM_CHAINS_FILE to use public chains.",
  );
});
