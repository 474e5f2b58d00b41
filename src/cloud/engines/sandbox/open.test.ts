import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { logLinesMax } from "../../../../resources/limits.ts";
import { resolveAll } from "./dial.ts";
import { openSandbox } from "./open.ts";
import type { SandboxCommand, SandboxEnd } from "./sandbox.ts";

const log = pino({ level: "silent" });
const registry = "registry.npmjs.org";
const MiB = 1024 * 1024;

/** Names that resolve to this machine, as a hostile or mistaken name server would have it. */
const resolve: typeof resolveAll = (host) =>
  host === "inner.example.com" ? Promise.resolve([{ address: "127.0.0.1", family: 4 }]) : resolveAll(host);

const sandbox = await openSandbox({ BUILD_REGISTRIES: [registry, "inner.example.com"] }, log, resolve);
const registryAnswers = await fetch(`https://${registry}/is-number`, { method: "HEAD" }).then(
  (response) => response.ok,
  () => false,
);
afterAll(() => sandbox.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = async (command: string, options: Partial<SandboxCommand> = {}) => {
  const lines: string[] = [];
  const end: SandboxEnd = await sandbox.run({
    folder,
    command,
    network: "none",
    environment: {},
    timeoutSeconds: 60,
    memoryMb: 1024,
    diskBytes: 512 * MiB,
    onLine: (line) => lines.push(line),
    ...options,
  });
  return { end, lines };
};

/** Numbers of the processes on this machine whose command line holds the mark. */
const processesWith = async (mark: string): Promise<string[]> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).includes(mark) ? pid : "",
    ),
  );
  return found.filter((pid) => pid !== "" && pid !== `${process.pid}`);
};

const listen = async (server: ReturnType<typeof createSocketServer>, ...where: [string] | [number, string]) => {
  server.listen(...(where as [number, string]));
  await once(server, "listening");
  onTestFinished(() => void server.close());
};

describe.skipIf(sandbox.unavailable !== undefined)(`the build sandbox (${sandbox.unavailable ?? "bubblewrap"})`, () => {
  test("runs a command in the job folder with Node 24 and npm, and hands over its output and exit code", async () => {
    const { end, lines } = await run("node --version; npm --version >&2; pwd; echo made > made.txt; exit 3");
    expect(end).toEqual({ reason: "exit", code: 3 });
    expect(lines).toEqual([process.version, expect.stringMatching(/^\d+\.\d+\.\d+$/), "/build"]);
    expect(await readFile(join(folder, "made.txt"), "utf8")).toBe("made\n");
  });

  test("sees the variables it is given and none of the cloud's", async () => {
    process.env.FREEHOLD_TEST_SECRET = "secret";
    onTestFinished(() => void delete process.env.FREEHOLD_TEST_SECRET);
    const { lines } = await run("env", { environment: { VITE_NAME: "a b\nc", LD_PRELOAD: "" } });
    expect(lines.join("\n")).toContain("VITE_NAME=a b\nc");
    expect(lines.join("\n")).not.toMatch(/FREEHOLD_TEST_SECRET/);
  });

  test("sees no home folder, no data folder and no database socket", async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), "freehold-data-"));
    onTestFinished(() => rm(dataFolder, { recursive: true }));
    await writeFile(join(dataFolder, "secret"), "secret");
    const socket = join(dataFolder, ".s.PGSQL.5432");
    await listen(createSocketServer(), socket);
    const paths = [
      homedir(),
      dataFolder,
      socket,
      process.cwd(),
      "/etc/shadow",
      "/var",
      "/sys",
      "/root",
      "/etc/hostname",
    ];
    const { lines } = await run(paths.map((path) => `test -e '${path}' && echo 'sees ${path}'`).join("; "));
    expect(lines).toEqual([]);
    expect((await run("ls -A /home /home/build /tmp")).lines.join(" ")).toBe("/home: build  /home/build:  /tmp:");
  });

  test("writes nowhere but in its own folders", async () => {
    const places = [
      "/",
      "/usr",
      "/etc",
      "/dev",
      "/opt",
      "/opt/npm",
      "/opt/node/bin",
      "/run/freehold",
      "/home",
      "/proc",
    ];
    const { lines } = await run(places.map((path) => `touch ${path}/x 2>/dev/null && echo 'wrote ${path}'`).join("; "));
    expect(lines).toEqual([]);
    expect((await run("touch x /tmp/x ~/x /dev/shm/x && echo ok")).lines).toEqual(["ok"]);
  });

  test("has no privileges, and is never root out here", async () => {
    const { lines } = await run(
      "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; sleep 1 & echo started; wait",
    );
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^CapEff:\s+0+$/),
      expect.stringMatching(/^CapBnd:\s+0+$/),
    ]);
    expect(lines[2]).toMatch(/^NoNewPrivs:\s+1$/);
    if (process.getuid?.() === 0) expect((await run("id -u")).lines[0]).toMatch(/^(?!0$)\d+$/);
  });

  test.each(["none", "registries"] as const)(
    "with network '%s' it cannot reach the cloud on loopback",
    async (network) => {
      let wasReached = false;
      const server = createServer((_request, response) => {
        wasReached = true;
        response.end("cloud");
      });
      await listen(server, 0, "127.0.0.1");
      const { port } = server.address() as AddressInfo;
      const { end, lines } = await run(
        `node -e "fetch('http://127.0.0.1:${port}/').then((r) => r.text()).then(console.log)"; ` +
          `NODE_USE_ENV_PROXY=1 node -e "fetch('http://127.0.0.1:${port}/').then((r) => console.log(r.status))"`,
        { network, environment: { NO_PROXY: "" } },
      );
      expect(wasReached).toBe(false);
      expect(lines).not.toContain("cloud");
      if (network === "none") expect(end).not.toEqual({ reason: "exit", code: 0 });
      else
        expect(lines).toContain(
          `127.0.0.1:${port} was refused: an install reaches only ${registry}, inner.example.com.`,
        );
    },
  );

  test("with network 'none' it reaches nothing, by name or by address", async () => {
    const { lines } = await run(
      `node -e "fetch('https://${registry}/is-number').catch((e) => console.log(e.cause.code));` +
        `require('net').connect(443, '1.1.1.1').on('error', (e) => console.log(e.code))"`,
    );
    expect(lines).toHaveLength(2);
    expect(lines).toContain("ENETUNREACH");
    expect(lines.join()).toMatch(/EAI_AGAIN|ENOTFOUND/);
  });

  test.skipIf(!registryAnswers)("with network 'registries' it installs a package, and keeps its cache", async () => {
    const cacheFolder = await mkdtemp(join(tmpdir(), "freehold-cache-"));
    onTestFinished(() => rm(cacheFolder, { recursive: true, force: true }));
    await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: { "is-number": "7.0.0" } }));
    const { end, lines } = await run("npm install", { network: "registries", cacheFolder });
    expect(end, lines.join("\n")).toEqual({ reason: "exit", code: 0 });
    expect(await readdir(join(folder, "node_modules"))).toContain("is-number");
    await rm(join(folder, "node_modules"), { recursive: true });
    expect((await run("npm install --offline", { cacheFolder })).end).toEqual({ reason: "exit", code: 0 });
  });

  test("with network 'registries' a host that is not configured is refused, and the log says so", async () => {
    const { lines } = await run(`npm view is-number --registry https://example.org --fetch-retries 0`, {
      network: "registries",
    });
    expect(lines).toContain(`example.org:443 was refused: an install reaches only ${registry}, inner.example.com.`);
  });

  test("with network 'registries' a configured host that resolves to a private address is refused", async () => {
    let connections = 0;
    const inner = createSocketServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await listen(inner, 0, "127.0.0.1");
    const { lines } = await run(`npm view is-number --registry https://inner.example.com --fetch-retries 0`, {
      network: "registries",
    });
    expect(lines).toContain("inner.example.com was refused: it resolves to the private address 127.0.0.1.");
    expect(connections).toBe(0);
  });

  test("a build that never ends is ended by the clock, with all it started", async () => {
    const mark = `never-${randomUUID()}`;
    const command = `setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done # ${mark}' >/dev/null 2>&1 & echo up; sleep 600`;
    const { end, lines } = await run(command, { timeoutSeconds: 1 });
    expect(end).toEqual({ reason: "timeout" });
    expect(lines).toEqual(["up"]);
    expect(await processesWith(mark)).toEqual([]);
  });

  test("a process left in the background ends with the command", async () => {
    const mark = `left-${randomUUID()}`;
    const { end } = await run(`setsid sh -c 'while :; do sleep 1; done # ${mark}' >/dev/null 2>&1 & exit 0`);
    expect(end).toEqual({ reason: "exit", code: 0 });
    expect(await processesWith(mark)).toEqual([]);
  });

  test("a fork bomb is stopped by the limit on processes and leaves none", async () => {
    const mark = `bomb-${randomUUID()}`;
    await writeFile(join(folder, "bomb.sh"), `sh bomb.sh ${mark} & sh bomb.sh ${mark} & sleep 60`);
    const bomb = run(`sh bomb.sh ${mark}`, { timeoutSeconds: 4 });
    let most = 0;
    void bomb.finally(() => (most = -most));
    while (most >= 0) {
      most = Math.max(most, (await processesWith(mark)).length);
      await delay(100);
    }
    const { end } = await bomb;
    expect(end.reason).toMatch(/^(timeout|memory|exit)$/);
    expect(-most).toBeGreaterThan(100);
    expect(-most).toBeLessThanOrEqual(1024);
    expect(await processesWith(mark)).toEqual([]);
  });

  test("a program that takes too much memory ends as 'memory', in one process or in many", async () => {
    const hog = "const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 5)";
    expect((await run(`node -e "${hog}"`, { memoryMb: 256 })).end).toEqual({ reason: "memory" });
    const many = `for i in 1 2 3 4; do node -e "globalThis.kept = Buffer.alloc(120 << 20, 1); setInterval(() => {}, 1e3)" & done; wait`;
    expect((await run(many, { memoryMb: 400 })).end).toEqual({ reason: "memory" });
    const heap = `node -e "const kept = []; while (true) kept.push({ a: Array(1000).fill(kept.length) })"`;
    expect((await run(heap, { memoryMb: 256 })).end).toEqual({ reason: "memory" });
  });

  test("a disk filler ends as 'disk', in one file or in many", async () => {
    const one = await run("dd if=/dev/zero of=big bs=1M count=4096 2>/dev/null", { diskBytes: 32 * MiB });
    expect(one.end).toEqual({ reason: "disk" });
    await rm(join(folder, "big"));
    const many = await run("i=0; while :; do i=$((i+1)); head -c 1048576 /dev/zero > f$i; done", {
      diskBytes: 32 * MiB,
    });
    expect(many.end).toEqual({ reason: "disk" });
  });

  test("a log of more than 200,000 lines ends as 'output', with the first 200,000 handed over", async () => {
    let [count, last] = [0, ""];
    const { end } = await run("seq 1 1000000", {
      onLine: (line) => {
        count += 1;
        last = line;
      },
    });
    expect(end).toEqual({ reason: "output" });
    expect([count, last]).toEqual([logLinesMax, `${logLinesMax}`]);
  });

  test("a log without line ends ends as 'output' too", async () => {
    expect((await run("cat /dev/zero")).end).toEqual({ reason: "output" });
  });

  test("a cancelled build ends as 'cancelled', and one cancelled before it starts never runs", async () => {
    const cancel = new AbortController();
    const { end } = await run("echo up; sleep 600", { signal: cancel.signal, onLine: () => cancel.abort() });
    expect(end).toEqual({ reason: "cancelled" });
    expect((await run("touch ran", { signal: AbortSignal.abort() })).end).toEqual({ reason: "cancelled" });
    expect(await readdir(folder)).toEqual([]);
  });

  test("closing the sandbox ends what runs in it", async () => {
    const other = await openSandbox({ BUILD_REGISTRIES: [] }, log);
    const limits = { environment: {}, timeoutSeconds: 600, memoryMb: 512, diskBytes: 64 * MiB } as const;
    const started = Promise.withResolvers<void>();
    const end = other.run({
      folder,
      command: "echo up; sleep 600",
      network: "none",
      ...limits,
      onLine: () => started.resolve(),
    });
    await started.promise;
    await other.close();
    expect(await end).toEqual({ reason: "cancelled" });
  });

  test("no process remains when the cloud itself is killed", async () => {
    const mark = `orphan-${randomUUID()}`;
    const program = `
      import { pino } from ${JSON.stringify(import.meta.resolve("pino"))};
      import { openSandbox } from ${JSON.stringify(new URL("open.ts", import.meta.url).href)};
      const sandbox = await openSandbox({ BUILD_REGISTRIES: [] }, pino({ level: "silent" }));
      await sandbox.run({ folder: ${JSON.stringify(folder)}, command: "echo up; setsid sleep 600 & sh -c 'sleep 600 # ${mark}'",
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
});

test("without bubblewrap it says in one sentence what to install", async () => {
  const path = process.env.PATH;
  process.env.PATH = folder;
  onTestFinished(() => void (process.env.PATH = path));
  const closed = await openSandbox({ BUILD_REGISTRIES: [] }, log);
  expect(closed.unavailable).toMatch(/bubblewrap.*apt-get install bubblewrap/);
});
