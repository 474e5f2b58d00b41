import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { logLinesMax } from "../../../../resources/limits.ts";
import { processesWith, testSandbox } from "../../../../tests/support/hosting/sandbox.ts";
import { openSandbox } from "./open.ts";

const MiB = 1024 * 1024;
const sandbox = await testSandbox();

describe.skipIf(sandbox.unavailable !== undefined)(
  `the end of a build (${sandbox.unavailable ?? "bubblewrap"})`,
  () => {
    test("a build that never ends is stopped after the time limit, with all its processes", async () => {
      const mark = `never-${randomUUID()}`;
      const command = `setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done # ${mark}' >/dev/null 2>&1 & echo up; sleep 600`;
      const { end, lines } = await sandbox.try(command, { timeoutSeconds: 1 });
      expect(end).toEqual({ reason: "timeout" });
      expect(lines).toEqual(["up"]);
      expect(await processesWith(mark)).toEqual([]);
    });

    test("a process left in the background ends with the command", async () => {
      const mark = `left-${randomUUID()}`;
      const { end } = await sandbox.try(`setsid sh -c 'while :; do sleep 1; done # ${mark}' >/dev/null 2>&1 & exit 0`);
      expect(end).toEqual({ reason: "exit", code: 0 });
      expect(await processesWith(mark)).toEqual([]);
    });

    test("no more than 1,024 processes and threads run at once", async () => {
      const { end, lines } = await sandbox.try("i=0; while :; do sleep 600 & i=$((i+1)); echo $i; done");
      expect(end).toEqual({ reason: "processes" });
      const started = lines.map(Number).filter((count) => !Number.isNaN(count));
      expect(started.at(-1)).toBeGreaterThan(900);
      expect(started.at(-1)).toBeLessThan(1024);
    });

    test("a fork bomb ends the build and leaves no process", async () => {
      const mark = `bomb-${randomUUID()}`;
      await writeFile(join(sandbox.folder(), "bomb.sh"), `sh bomb.sh ${mark} & sh bomb.sh ${mark} & sleep 600`);
      const { end } = await sandbox.try(`sh bomb.sh ${mark}`);
      expect(end).toEqual({ reason: "processes" });
      expect(await processesWith(mark)).toEqual([]);
    });

    test("a fork bomb ends the build even if another build of the same user holds most of the processes", async () => {
      const other = new AbortController();
      let hasStarted = () => {};
      const started = new Promise<void>((resolve) => (hasStarted = resolve));
      const holding = sandbox.try("for i in $(seq 600); do sleep 600 & done; echo up; wait", {
        signal: other.signal,
        onLine: () => hasStarted(),
      });
      await started;
      const { end } = await sandbox.try("bomb() { bomb | bomb & }; bomb; bomb; sleep 600");
      other.abort();
      expect(end).toEqual({ reason: "processes" });
      expect(await holding).toMatchObject({ end: { reason: "cancelled" } });
    });

    test("a program that uses too much memory ends as 'memory', in one process or in many", async () => {
      const memoryHog = "const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 5)";
      expect((await sandbox.try(`node -e "${memoryHog}"`, { memoryMb: 256 })).end).toEqual({ reason: "memory" });
      const many = `for i in 1 2 3 4; do node -e "globalThis.kept = Buffer.alloc(120 << 20, 1); setInterval(() => {}, 1e3)" & done; wait`;
      expect((await sandbox.try(many, { memoryMb: 400 })).end).toEqual({ reason: "memory" });
      const heap = `node -e "const kept = []; while (true) kept.push({ a: Array(1000).fill(kept.length) })"`;
      expect((await sandbox.try(heap, { memoryMb: 256 })).end).toEqual({ reason: "memory" });
      // More than one process may ask for: refused at once, before anything is measured.
      const atOnce = `node -e "Buffer.alloc(64 * 2 ** 30)"`;
      expect((await sandbox.try(atOnce, { memoryMb: 256 })).end).toEqual({ reason: "memory" });
    });

    test("a disk filler ends as 'disk', in one file or in many", async () => {
      const one = await sandbox.try("dd if=/dev/zero of=big bs=1M count=4096 2>/dev/null", { diskBytes: 32 * MiB });
      expect(one.end).toEqual({ reason: "disk" });
      await rm(join(sandbox.folder(), "big"));
      const many = await sandbox.try("i=0; while :; do i=$((i+1)); head -c 1048576 /dev/zero > f$i; done", {
        diskBytes: 32 * MiB,
      });
      expect(many.end).toEqual({ reason: "disk" });
    });

    test("a log of more than 200,000 lines ends as 'output' after the first 200,000", async () => {
      let [count, last] = [0, ""];
      const { end } = await sandbox.try("seq 1 1000000", {
        onLine: (line) => {
          count += 1;
          last = line;
        },
      });
      expect(end).toEqual({ reason: "output" });
      expect([count, last]).toEqual([logLinesMax, `${logLinesMax}`]);
    });

    test("a log without line ends also ends as 'output'", async () => {
      expect((await sandbox.try("cat /dev/zero")).end).toEqual({ reason: "output" });
    });

    test("a cancelled build ends as 'cancelled', and one cancelled before it starts never runs", async () => {
      const cancel = new AbortController();
      const { end } = await sandbox.try("echo up; sleep 600", { signal: cancel.signal, onLine: () => cancel.abort() });
      expect(end).toEqual({ reason: "cancelled" });
      expect((await sandbox.try("touch ran", { signal: AbortSignal.abort() })).end).toEqual({ reason: "cancelled" });
      expect(await readdir(sandbox.folder())).toEqual([]);
    });

    test("closing the sandbox ends its commands", async () => {
      const other = await openSandbox({ BUILD_REGISTRIES: [], DATA_DIR: sandbox.folder() }, pino({ level: "silent" }));
      const limits = { environment: {}, timeoutSeconds: 600, memoryMb: 512, diskBytes: 64 * MiB } as const;
      const started = Promise.withResolvers<void>();
      const end = other.run({
        folder: sandbox.folder(),
        command: "echo up; sleep 600",
        network: "none",
        ...limits,
        onLine: () => started.resolve(),
      });
      await started.promise;
      await other.close();
      expect(await end).toEqual({ reason: "cancelled" });
    });

    test("no process remains when the server is killed", async () => {
      const mark = `orphan-${randomUUID()}`;
      const program = `
      import { pino } from ${JSON.stringify(import.meta.resolve("pino"))};
      import { openSandbox } from ${JSON.stringify(new URL("open.ts", import.meta.url).href)};
      const sandbox = await openSandbox({ BUILD_REGISTRIES: [], DATA_DIR: "unused" }, pino({ level: "silent" }));
      await sandbox.run({ folder: ${JSON.stringify(sandbox.folder())}, command: "echo up; setsid sleep 600 & sh -c 'sleep 600 # ${mark}'",
        network: "registries", environment: {}, timeoutSeconds: 600, memoryMb: 512, diskBytes: 64e6, onLine: console.log });`;
      const cloud = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(cloud.stdout, "data");
      expect(await processesWith(mark)).not.toEqual([]);
      cloud.kill("SIGKILL");
      await once(cloud, "close");
      while ((await processesWith(mark)).length > 0) await delay(10);
    });
  },
);
