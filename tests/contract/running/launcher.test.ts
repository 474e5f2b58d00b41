import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { processesOn, temporaryFolder } from "../../support/server/cloud-process.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { expectReady } from "../../support/server/ready.ts";

const project = join(import.meta.dirname, "../../..");
const gone = { timeout: 90_000, interval: 100 };

test("the launcher starts a server, and Ctrl-C stops it with no process left running", async () => {
  const dataDir = await temporaryFolder();
  const launcher = launch(process.execPath, ["scripts/run.mjs", "start"], dataDir);
  const url = await readyUrl(launcher);
  await expectReady(url);
  launcher.kill("SIGINT");
  const [code] = await once(launcher, "exit");
  expect(code).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
});

test.each(["npm", "launcher", "guard", "guard's reader"])(
  "when the %s is killed by SIGKILL, no process is left running",
  async (victim) => {
    const dataDir = await temporaryFolder();
    const npm = launch("npm", ["start"], dataDir);
    await readyUrl(npm);
    const pattern = {
      npm: /npm start/,
      launcher: /run\.mjs start/,
      guard: /freehold-guard/,
      "guard's reader": /freehold-guard/,
    }[victim]!;
    const pids = processesOn(dataDir)
      .filter((line) => pattern.test(line))
      .map((line) => Number.parseInt(line, 10));
    const pid = victim === "guard's reader" ? Math.max(...pids) : Math.min(...pids);
    process.kill(pid, "SIGKILL");
    if (victim.startsWith("guard")) npm.kill("SIGTERM");
    await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), gone);
  },
);

test("an unknown command is answered with the list of commands", async () => {
  const launcher = launch(process.execPath, ["scripts/run.mjs", "fly"], await temporaryFolder());
  const output = outputOf(launcher);
  const [code] = await once(launcher, "exit");
  expect(code).toBe(1);
  expect(output()).toContain(
    "npm run adopt | backup | bench | check | contracts | dev | fix | interop | migrations | model | move | prepack | restore",
  );
});

const launch = (program: string, args: readonly string[], dataDir: string): ChildProcess => {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: "0", CI: "true" };
  const child = spawn(program, args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  atFileEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return child;
};

const outputOf = (child: ChildProcess): (() => string) => {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
};

const readyUrl = (child: ChildProcess): Promise<string> => {
  const output = outputOf(child);
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const url = /^Freehold is ready at (\S+)$/m.exec(output())?.[1];
      if (url) resolve(url);
    });
    child.once("exit", () => reject(new Error(output())));
  });
};
