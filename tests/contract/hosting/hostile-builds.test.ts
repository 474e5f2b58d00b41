/** A hostile build does no harm: it ends with a clear message, reaches nothing, and the next build works. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { file, startHostileServer, secret, type HostileServer } from "../../support/fuzz/hostile-server.ts";
import { listenOnLoopback } from "../../support/server/loopback.ts";
import { patience } from "../../support/patience.ts";
import { processesWith } from "../../support/hosting/sandbox.ts";

let ground: HostileServer;
beforeAll(async () => {
  ground = await startHostileServer();
});
afterEach(() => ground.expectHealthy());
afterAll(() => ground.expectToBuild());

/** Creates nested folders, until their path has some 16,000 characters. */
const deepFolder = (): string => {
  const script = `for (let n = 0; n < 80; n += 1) { require("fs").mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)); }`;
  return `mkdir out && cd out && node -e '${script}; require("fs").writeFileSync("x", "x")'`;
};

describe("limits of a build", () => {
  const output = { outputDirectory: "out" };

  test.each([
    [
      "a fork bomb",
      "bomb() { bomb | bomb & }; bomb; bomb; sleep 600",
      /^The build was stopped: it exceeded the limit of processes and threads\./,
    ],
    ["a program that takes all memory", `node -e "const a=[];for(;;)a.push(Buffer.alloc(1e7,1))"`, /512 MB of memory/],
    ["too many files", "mkdir out && cd out && seq 50001 | xargs touch", /more than 50,000 files/],
    ["a file too large", "mkdir out && truncate -s 3G out/x", /larger than 2048\.0 MB/],
    ["a pipe in the output", "mkdir out && mkfifo out/pipe", /"pipe", which is a link or a special file/],
    ["a folder deeper than a path may be long", deepFolder(), /a path longer than 1,024 bytes/],
  ])("%s ends the deployment with a message", async (_name, buildCommand, sentence) => {
    const { task } = await ground.built([["index.html", file("x")]], { buildCommand, ...output });
    expect(task.state).toBe("failure");
    expect(task.errorMessage).toMatch(sentence);
  });

  test("unreadable files are read nevertheless, by the user who built them", async () => {
    const buildCommand = "mkdir -p out/sub && echo hidden > out/sub/index.html && chmod 000 out/sub/index.html out/sub";
    const { task, visit } = await ground.built([["index.html", file("x")]], { buildCommand, ...output });
    expect(task.state).toBe("success");
    expect((await visit("/sub/")).text).toBe("hidden\n");
  });

  test("bytes that are not text, and very long lines, reach the log without harm", async () => {
    const buildCommand = String.raw`printf 'a\000b\377c\033[31m\n'; head -c 100000 /dev/zero | tr '\0' x; mkdir out; touch out/x`;
    const { task, log } = await ground.built([["index.html", file("x")]], { buildCommand, ...output });
    expect(task.state).toBe("success");
    expect(log).toContain("ab\uFFFDc\u001b[31m");
  });

  test("no process started by a build outlives it", async () => {
    const mark = `left-behind-${process.pid}`;
    const buildCommand = `mkdir out && touch out/x && (setsid sh -c 'sleep 600 # ${mark}' >/dev/null 2>&1 &) ; sleep 0.2`;
    const { task } = await ground.built([["index.html", file("x")]], { buildCommand, ...output });
    expect(task.state).toBe("success");
    await vi.waitFor(async () => expect(await processesWith(mark)).toEqual([]), patience);
  });
});

test("a long message of a deployment is cut after its beginning", async () => {
  const { projectId } = await ground.built([["index.html", file("x")]]);
  const message = "long ".repeat(1000);
  const body = { message };
  const { taskId } = await ground.builder.data<{ taskId: string }>(
    `POST /api/hosting/project/${projectId}/build`,
    body,
  );
  const task = await ground.builder.data<{ message: string }>(`GET /api/hosting/project/task/object/${taskId}`);
  expect(task.message).toMatch(/^long long/);
  expect(task.message.length).toBeLessThan(501);
});

describe("an install script can reach", () => {
  /** Prints REACHED for each forbidden target that it finds, with its value. */
  const spy = (paths: readonly string[], ports: readonly number[]) => `
    const fs = require("fs"), net = require("net"), http = require("http");
    const reached = (what, found) => console.log("REACHED", what, String(found).slice(0, 200));
    for (const path of ${JSON.stringify(paths)}) try { reached(path, fs.readdirSync(path)) } catch {}
    for (const pid of fs.readdirSync("/proc").filter(Number))
      try { const text = fs.readFileSync("/proc/" + pid + "/environ", "utf8"); if (text.includes(${JSON.stringify(secret)})) reached("environ", text) } catch {}
    if (process.env.FREEHOLD_TEST_SECRET || process.env.DATABASE_URL) reached("environment", JSON.stringify(process.env));
    for (const port of ${JSON.stringify(ports)}) {
      net.connect(port, "127.0.0.1", () => reached("port", port)).on("error", () => {});
      const { hostname, port: through } = new URL(process.env.HTTP_PROXY);
      http.get({ host: hostname, port: through, path: "http://127.0.0.1:" + port + "/healthz" }, (answer) => {
        if (answer.statusCode === 200) reached("proxy", port);
      }).on("error", () => {});
      http.request({ host: hostname, port: through, method: "CONNECT", path: "127.0.0.1:" + port })
        .on("connect", (answer) => answer.statusCode === 200 && reached("tunnel", port)).on("error", () => {}).end();
    }
    setTimeout(() => console.log("looked at everything"), 500);
  `;

  test("neither the data directory, other projects' caches, the database, the server's port nor its environment", async () => {
    const other = await ground.built([["package.json", file("{}")]], { buildCommand: "echo cached > /cache/secret" });
    expect(other.task.state).toBe("success");
    const { DATA_DIR } = ground.cloud.config;
    await mkdir(join(DATA_DIR, "staging"), { recursive: true });
    await writeFile(join(DATA_DIR, "staging/secret"), "secret");
    const socket = new URL(ground.cloud.database.url.replace("@/", "@host/")).searchParams.get("host") ?? "/tmp";
    const paths = [
      DATA_DIR,
      join(DATA_DIR, "workers"),
      await ground.builder.packagesOf(other.projectId),
      socket,
      process.cwd(),
      "/root",
    ];
    const manifest = { scripts: { preinstall: "node spy.js" }, dependencies: {} };
    const { task, log } = await ground.built(
      [
        ["package.json", file(JSON.stringify(manifest))],
        ["spy.js", file(spy(paths, [ground.cloud.port]))],
      ],
      { buildCommand: "node -e 0; ls /cache; test ! -e /cache/secret" },
    );
    expect(log).toContain("looked at everything");
    expect(log).not.toContain("REACHED");
    expect(log).toContain(`127.0.0.1:${ground.cloud.port} was blocked. Installs can reach only`);
    expect(task.state, log).toBe("success");
  });

  test("a registry set in .npmrc or the lockfile is not reached, and the log shows why", async () => {
    const asked: string[] = [];
    const port = await listenOnLoopback((request, response) => void (asked.push(request.url!), response.end("{}")));
    const dependencies = { "is-number": "7.0.0" };
    const manifest = JSON.stringify({ name: "x", version: "1.0.0", dependencies });
    const { task, log } = await ground.built(
      [
        [".npmrc", file(`registry=http://127.0.0.1:${port}/\nfetch-retries=0\n`)],
        ["package.json", file(manifest)],
      ],
      { buildCommand: "true" },
    );
    expect(task).toMatchObject({
      state: "failure",
      errorMessage: "The installation failed: the command exited with code 1.",
    });
    expect(log).toContain(`127.0.0.1:${port} was blocked. Installs can reach only`);
    expect(asked).toEqual([]);
  });
});
