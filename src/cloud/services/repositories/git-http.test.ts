import { execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database.ts";
import type { Database } from "../../engines/database/database.ts";
import type { Git } from "../../engines/git/git.ts";
import { openGit } from "../../engines/git/open.ts";
import { createRepositories, type Push, type Repositories } from "./service.ts";
import type { RepositoryRecord } from "./store.ts";

const ours = { teamId: randomUUID(), userId: randomUUID() };
const others = { teamId: randomUUID(), userId: randomUUID() };
const tokens = new Map([
  ["our-token", ours],
  ["their-token", others],
]);

let folder: string;
let database: Database;
let git: Git;
let repositories: Repositories;
let origin: string;
let pushes: Push[] = [];
let isListenerBroken = false;

const server = createServer((request, response) => {
  repositories.handleHttp(request, response).catch((error: unknown) => response.destroy(error as Error));
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-git-http-"));
  database = await testDatabase();
  git = await openGit({ DATA_DIR: join(folder, "data") });
  const verifyToken = (token: string) => Promise.resolve(tokens.get(token));
  repositories = createRepositories({ database, git }, { verifyToken, log: pino({ level: "silent" }) });
  repositories.onPush((push) => {
    if (isListenerBroken) return Promise.reject(new Error("the listener is broken"));
    pushes.push(push);
    return Promise.resolve();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  pushes = [];
  isListenerBroken = false;
});

const create = (name = `r-${randomUUID().slice(0, 8)}`, teamId = ours.teamId): Promise<RepositoryRecord> =>
  database.db.transaction().execute((trx) => repositories.create(trx, teamId, name));

const urlOf = ({ namespace, name }: RepositoryRecord, token = "our-token"): string =>
  `http://git:${token}@${origin}/git/${namespace}/${name}.git`;

const run = async (cwd: string, ...parts: string[]): Promise<string> => {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const environment = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", HOME: folder };
  const { stdout, stderr } = await promisify(execFile)("git", [...identity, ...parts], { cwd, env: environment });
  return stdout + stderr;
};

/** A fresh clone with one commit on main, not pushed yet. */
const clone = async (repository: RepositoryRecord, content = "<p>hello"): Promise<string> => {
  const place = await mkdtemp(join(folder, "clone-"));
  await run(place, "clone", "-q", urlOf(repository), ".");
  await commit(place, "index.html", content);
  return place;
};

const commit = async (place: string, file: string, content: string | Buffer): Promise<string> => {
  await writeFile(join(place, file), content);
  await run(place, "add", "-A");
  await run(place, "commit", "-qm", `Change ${file}`);
  return (await run(place, "rev-parse", "HEAD")).trim();
};

test("what one clone pushes another clone receives, and the push is heard before the client is done", async () => {
  const repository = await create();
  const place = await clone(repository);
  const hash = (await run(place, "rev-parse", "HEAD")).trim();
  await run(place, "push", "-q", "origin", "main");
  expect(pushes).toEqual([
    {
      repositoryId: repository.id,
      teamId: ours.teamId,
      branch: "main",
      commit: { hash, subject: "Change index.html", author: "Ann", committedAt: expect.any(Number) },
    },
  ]);
  const other = await mkdtemp(join(folder, "clone-"));
  await run(other, "clone", "-q", "--depth", "1", urlOf(repository), ".");
  expect(await readFile(join(other, "index.html"), "utf8")).toBe("<p>hello");
});

test("a push of two branches is heard once for each, one of a tag or a deletion not at all", async () => {
  const repository = await create();
  const place = await clone(repository);
  await run(place, "branch", "next");
  await run(place, "push", "-q", "origin", "main", "next");
  expect(pushes.map(({ branch }) => branch).toSorted()).toEqual(["main", "next"]);
  pushes = [];
  await run(place, "tag", "v1");
  await run(place, "push", "-q", "origin", "v1", ":next");
  expect(pushes).toEqual([]);
  expect((await repositories.branches(repository)).map(({ name }) => name)).toEqual(["main"]);
});

test("a push that brings nothing new is not heard", async () => {
  const place = await clone(await create());
  await run(place, "push", "-q", "origin", "main");
  pushes = [];
  await run(place, "push", "-q", "origin", "main");
  expect(pushes).toEqual([]);
});

test("a push that is behind is refused and not heard; with force it replaces the branch", async () => {
  const repository = await create();
  const place = await clone(repository);
  await run(place, "push", "-q", "origin", "main");
  await run(place, "commit", "-q", "--amend", "-m", "Rewritten");
  pushes = [];
  await expect(run(place, "push", "-q", "origin", "main")).rejects.toThrow(/non-fast-forward|fetch first/);
  expect(pushes).toEqual([]);
  await run(place, "push", "-q", "--force", "origin", "main");
  expect(pushes.map((push) => push.commit.subject)).toEqual(["Rewritten"]);
});

test("two people who push different branches at once are each heard once", async () => {
  const repository = await create();
  const first = await clone(repository);
  await run(first, "push", "-q", "origin", "main");
  const places = await Promise.all([0, 1, 2, 3].map(() => clone(repository, randomUUID())));
  pushes = [];
  await Promise.all(places.map((place, index) => run(place, "push", "-q", "origin", `HEAD:refs/heads/b${index}`)));
  expect(pushes.map(({ branch }) => branch).toSorted()).toEqual(["b0", "b1", "b2", "b3"]);
});

test("the first branch pushed becomes the default when there is no main, and the framework is noted", async () => {
  const repository = await create();
  const place = await mkdtemp(join(folder, "clone-"));
  await run(place, "init", "-q", "-b", "trunk");
  await commit(place, "package.json", JSON.stringify({ devDependencies: { vite: "8.3.8" } }));
  await run(place, "push", "-q", urlOf(repository), "trunk");
  expect(await repositories.find(database.db, ours.teamId, repository.id)).toMatchObject({
    defaultBranch: "trunk",
    framework: "vite",
  });
  expect(await repositories.detect(repository, "trunk")).toMatchObject({ framework: "vite", outputDirectory: "dist" });
});

test("a large push arrives whole", async () => {
  const repository = await create();
  const place = await clone(repository);
  const bytes = randomBytes(24 * 1024 * 1024);
  await commit(place, "large.bin", bytes);
  await run(place, "push", "-q", "origin", "main");
  const other = await mkdtemp(join(folder, "clone-"));
  await run(other, "clone", "-q", urlOf(repository), ".");
  expect((await readFile(join(other, "large.bin"))).equals(bytes)).toBe(true);
});

test("a fetch after many commits works: the client then sends its request gzipped", async () => {
  const repository = await create();
  const place = await clone(repository);
  await run(place, "push", "-q", "origin", "main");
  const other = await mkdtemp(join(folder, "clone-"));
  await run(other, "clone", "-q", urlOf(repository), ".");
  for (let index = 0; index < 40; index += 1) await run(other, "commit", "-q", "--allow-empty", "-m", `local ${index}`);
  const hash = await commit(place, "second.html", "x");
  await run(place, "push", "-q", "origin", "main");
  await run(other, "fetch", "-q", "origin");
  expect((await run(other, "rev-parse", "origin/main")).trim()).toBe(hash);
});

test("a push stands when a listener fails", async () => {
  const repository = await create();
  const place = await clone(repository);
  isListenerBroken = true;
  await run(place, "push", "-q", "origin", "main");
  expect(await repositories.branches(repository)).toHaveLength(1);
});

test("without a token, or with a wrong one, git is asked to sign in, whether or not the repository exists", async () => {
  const { namespace, name } = await create();
  for (const path of [`${namespace}/${name}`, `${namespace}/none`]) {
    for (const authorization of [undefined, `Basic ${btoa("git:wrong")}`]) {
      const response = await fetch(`http://${origin}/git/${path}.git/info/refs?service=git-upload-pack`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    }
  }
});

test("another team's repository does not exist, neither to read nor to push", async () => {
  const repository = await create();
  const place = await clone(repository);
  await run(place, "push", "-q", "origin", "main");
  pushes = [];
  await expect(run(place, "clone", "-q", urlOf(repository, "their-token"), "x")).rejects.toThrow(/not found/);
  await commit(place, "index.html", "changed");
  await expect(run(place, "push", "-q", urlOf(repository, "their-token"), "main")).rejects.toThrow(/not found/);
  const service = `${urlOf(repository).replace("git:our-token@", "")}/git-receive-pack`;
  const answer = await fetch(service, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("git:their-token")}` },
  });
  expect(answer.status).toBe(404);
  expect(pushes).toEqual([]);
});

test.each([
  ["GET", "HEAD"],
  ["GET", "objects/info/packs"],
  ["GET", "config"],
  ["GET", "info/refs"],
  ["GET", "info/refs?service=git-upload-archive"],
  ["GET", "git-upload-pack"],
  ["POST", "info/refs?service=git-upload-pack"],
  ["GET", "../x.git/info/refs?service=git-upload-pack"],
  ["GET", "%2e%2e/info/refs?service=git-upload-pack"],
])("%s %s is no address of smart HTTP", async (method, path) => {
  const { namespace, name } = await create();
  const response = await fetch(`http://${origin}/git/${namespace}/${name}.git/${path}`, {
    method,
    headers: { authorization: `Basic ${btoa("git:our-token")}` },
  });
  expect(response.status).toBe(404);
});

test("a client that goes away in the middle of a push or a clone leaves no git process", async () => {
  const repository = await create();
  const place = await clone(repository);
  await commit(place, "large.bin", randomBytes(8 * 1024 * 1024));
  await run(place, "push", "-q", "origin", "main");
  const at = `${repository.namespace}/${repository.name}.git`;
  const head = (service: string) =>
    `POST /git/${at}/${service} HTTP/1.1\r\nHost: ${origin}\r\nAuthorization: Basic ${btoa("git:our-token")}\r\n` +
    `Content-Type: application/x-${service}-request\r\nContent-Length: 1000000\r\n\r\n`;
  for (const service of ["git-receive-pack", "git-upload-pack"]) {
    const socket = connect(Number(origin.split(":")[1]), "127.0.0.1");
    socket.write(`${head(service)}0032`);
    while ((await gitProcessesAt(at)) === 0) await delay(10);
    socket.destroy();
    while ((await gitProcessesAt(at)) > 0) await delay(10);
  }
  const killed = spawn("git", ["clone", "-q", urlOf(repository), join(folder, "killed")], { stdio: "ignore" });
  while ((await gitProcessesAt(at)) === 0 && killed.exitCode === null) await delay(1);
  killed.kill("SIGKILL");
  while ((await gitProcessesAt(at)) > 0) await delay(10);
});

/** Our own git programs that work for a repository, told from the client's by their environment. */
const gitProcessesAt = async (path: string): Promise<number> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => "")));
  return environments.filter((text) => text.includes(`PATH_INFO=/${path}/`)).length;
};
