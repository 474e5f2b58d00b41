import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { testSandbox } from "../../../../tests/support/hosting/sandbox.ts";
import { openSandbox } from "./open.ts";

const registry = "registry.npmjs.org";
const sandbox = await testSandbox([registry, "inner.example.com"]);
const registryAnswers = await fetch(`https://${registry}/is-number`, { method: "HEAD" }).then(
  (response) => response.ok,
  () => false,
);

const listen = async (server: ReturnType<typeof createSocketServer>, ...where: [string] | [number, string]) => {
  server.listen(...(where as [number, string]));
  await once(server, "listening");
  onTestFinished(() => void server.close());
};

describe.skipIf(sandbox.unavailable !== undefined)(`the build sandbox (${sandbox.unavailable ?? "bubblewrap"})`, () => {
  test("runs a command in the job folder with Node 24 and npm, and returns its output and exit code", async () => {
    const { end, lines } = await sandbox.try("node --version; npm --version >&2; pwd; echo made > made.txt; exit 3");
    expect(end).toEqual({ reason: "exit", code: 3 });
    expect(lines).toEqual([process.version, expect.stringMatching(/^\d+\.\d+\.\d+$/), "/build"]);
    expect(await readFile(join(sandbox.folder(), "made.txt"), "utf8")).toBe("made\n");
  });

  test("sees its own variables and none of the server's", async () => {
    process.env.FREEHOLD_TEST_SECRET = "secret";
    onTestFinished(() => void delete process.env.FREEHOLD_TEST_SECRET);
    const { lines } = await sandbox.try("env", { environment: { VITE_NAME: "a b\nc", LD_PRELOAD: "" } });
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
    const { lines } = await sandbox.try(paths.map((path) => `test -e '${path}' && echo 'sees ${path}'`).join("; "));
    expect(lines).toEqual([]);
    expect((await sandbox.try("ls -A /home /home/build /tmp")).lines.join(" ")).toBe(
      "/home: build  /home/build: .npmrc  /tmp:",
    );
  });

  test("can write only to its own folders", async () => {
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
    const { lines } = await sandbox.try(
      places.map((path) => `touch ${path}/x 2>/dev/null && echo 'wrote ${path}'`).join("; "),
    );
    expect(lines).toEqual([]);
    expect((await sandbox.try("touch x /tmp/x ~/x /dev/shm/x && echo ok")).lines).toEqual(["ok"]);
  });

  test("has no privileges and is never root outside", async () => {
    const { lines } = await sandbox.try(
      "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; sleep 1 & echo started; wait",
    );
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^CapEff:\s+0+$/),
      expect.stringMatching(/^CapBnd:\s+0+$/),
    ]);
    expect(lines[2]).toMatch(/^NoNewPrivs:\s+1$/);
    if (process.getuid?.() === 0) expect((await sandbox.try("id -u")).lines[0]).toMatch(/^(?!0$)\d+$/);
  });

  test.each(["none", "registries"] as const)(
    "with network '%s' it can't reach the server on loopback",
    async (network) => {
      let wasReached = false;
      const server = createServer((_request, response) => {
        wasReached = true;
        response.end("cloud");
      });
      await listen(server, 0, "127.0.0.1");
      const { port } = server.address() as AddressInfo;
      const { end, lines } = await sandbox.try(
        `node -e "fetch('http://127.0.0.1:${port}/').then((r) => r.text()).then(console.log)"; ` +
          `NODE_USE_ENV_PROXY=1 node -e "fetch('http://127.0.0.1:${port}/').then((r) => console.log(r.status))"`,
        { network, environment: { NO_PROXY: "" } },
      );
      expect(wasReached).toBe(false);
      expect(lines).not.toContain("cloud");
      if (network === "none") expect(end).not.toEqual({ reason: "exit", code: 0 });
      else
        expect(lines).toContain(
          `127.0.0.1:${port} was blocked. Installs can reach only ${registry}, inner.example.com.`,
        );
    },
  );

  test("with network 'none' it reaches nothing, by name or by address", async () => {
    const { lines } = await sandbox.try(
      `node -e "fetch('https://${registry}/is-number').catch((e) => console.log(e.cause.code));` +
        `require('net').connect(443, '1.1.1.1').on('error', (e) => console.log(e.code))"`,
    );
    expect(lines).toHaveLength(2);
    expect(lines).toContain("ENETUNREACH");
    expect(lines.join()).toMatch(/EAI_AGAIN|ENOTFOUND/);
  });

  test.skipIf(!registryAnswers)("with network 'registries' it installs a package and keeps its cache", async () => {
    const cacheFolder = await mkdtemp(join(tmpdir(), "freehold-cache-"));
    onTestFinished(() => rm(cacheFolder, { recursive: true, force: true }));
    await writeFile(join(sandbox.folder(), "package.json"), JSON.stringify({ dependencies: { "is-number": "7.0.0" } }));
    const { end, lines } = await sandbox.try("npm install", { network: "registries", cacheFolder });
    expect(end, lines.join("\n")).toEqual({ reason: "exit", code: 0 });
    expect(await readdir(join(sandbox.folder(), "node_modules"))).toContain("is-number");
    await rm(join(sandbox.folder(), "node_modules"), { recursive: true });
    expect((await sandbox.try("npm install --offline", { cacheFolder })).end).toEqual({ reason: "exit", code: 0 });
  });

  test("with network 'registries' an unconfigured host is rejected and logged", async () => {
    const { lines } = await sandbox.try(`npm view is-number --registry https://example.org --fetch-retries 0`, {
      network: "registries",
    });
    expect(lines).toContain(`example.org:443 was blocked. Installs can reach only ${registry}, inner.example.com.`);
  });

  test("with network 'registries' a configured host that resolves to a private address is rejected", async () => {
    let connections = 0;
    const inner = createSocketServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await listen(inner, 0, "127.0.0.1");
    const { lines } = await sandbox.try(`npm view is-number --registry https://inner.example.com --fetch-retries 0`, {
      network: "registries",
    });
    expect(lines).toContain("inner.example.com was refused: it resolves to the private address 127.0.0.1.");
    expect(connections).toBe(0);
  });
});

test("without bubblewrap the error says in one sentence what to install", async () => {
  const path = process.env.PATH;
  process.env.PATH = sandbox.folder();
  onTestFinished(() => void (process.env.PATH = path));
  const closed = await openSandbox({ BUILD_REGISTRIES: [], DATA_DIR: sandbox.folder() }, pino({ level: "silent" }));
  expect(closed.unavailable).toMatch(/bubblewrap.*apt-get install bubblewrap/);
});
