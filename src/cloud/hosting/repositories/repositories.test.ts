import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { pino } from "pino";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { repositoriesPerTeam, repositoryPageSize } from "../../../../resources/limits.ts";
import type { Repository } from "../../../../resources/hosting/repositories/repositories.ts";
import { callerOf, type Call } from "../../../../tests/support/server/api.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { openTestGit } from "../../../../tests/support/git/git-engine.ts";
import { signIn } from "../../../../tests/support/account/sign-in.ts";
import { openGitHub } from "../../engines/code-host/github.ts";
import { openJobs } from "../../engines/jobs/open.ts";
import { createCodeHosts } from "../code-host/service.ts";
import { createRepositories } from "./service.ts";

let cloud: TestCloud;
let call: Call;
beforeAll(async () => {
  cloud = await testCloud();
  call = callerOf(cloud.url);
});

afterEach(() => expect(cloud.faults).toEqual([]));

/** Creates a user with a new team and its access. */
const newPerson = async () => {
  const { accessToken } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
  const token = `Bearer ${accessToken}`;
  const ask = async <T>(line: string, body?: unknown): Promise<T> => {
    const answer = await call(line, { token, body, headers: { "idempotency-key": randomUUID() } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.message}`);
    return answer.body.data;
  };
  const { items } = await ask<{ items: { githubId: string }[] }>("GET /api/hosting/user/git-namespaces");
  const namespace = items[0]!.githubId;
  const list = (query = "") =>
    ask<{ repoList: Repository[]; totalCount: number }>(
      `GET /api/hosting/repo/refresh/list?githubId=${namespace}${query}`,
    );
  return { ask, namespace, list };
};

test("a new team has the three samples with their detected frameworks", async () => {
  const { list, namespace } = await newPerson();
  await expect.poll(async () => (await list()).totalCount).toBe(3);
  const { repoList } = await list();
  expect(repoList.map(({ name, frameworkAdvice, defaultBranch }) => [name, frameworkAdvice, defaultBranch])).toEqual([
    ["static-site", "other", "main"],
    ["vite-react", "vite", "main"],
    ["failing-build", "vite", "main"],
  ]);
  expect(repoList[0]!.cloneUrl).toBe(`${cloud.url}/git/${namespace}/static-site.git`);
});

test("a sample can be cloned from the displayed URL, with an auth token as the password", async () => {
  const { ask, list } = await newPerson();
  await expect.poll(async () => (await list("&word=vite")).totalCount).toBe(1);
  const { repoList } = await list("&word=vite");
  const { token } = await ask<{ token: string }>("POST /api/hosting/user/token/new", { name: "laptop" });
  const folder = await mkdtemp(join(tmpdir(), "freehold-clone-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const url = new URL(repoList[0]!.cloneUrl);
  await promisify(execFile)("git", ["clone", "-q", `http://ann:${token}@127.0.0.1:${url.port}${url.pathname}`, folder]);
  const files = await readdir(folder);
  expect(files).toEqual(expect.arrayContaining([".gitignore", "README.md", "index.html", "package.json"]));
  expect(files).not.toContain("_gitignore");
});

test("seeding again changes nothing and repairs an incomplete sample", async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-seed-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { database } = cloud;
  const { DATA_DIR } = cloud.config;
  const git = await openTestGit({ DATA_DIR }, database);
  const log = pino({ level: "silent" });
  const codeHosts = createCodeHosts(openGitHub(cloud.config), { config: cloud.config, log });
  const nothing = () => Promise.resolve(undefined);
  const options = { verifyToken: nothing, codeHosts, log, pushed: nothing };
  const jobs = await openJobs(database, options.log);
  onTestFinished(() => jobs.close());
  const repositories = createRepositories({ database, git, jobs }, options);
  const teamId = randomUUID();
  await Promise.all([repositories.seed(teamId), repositories.seed(teamId)]);
  const { records, total } = await repositories.list(database.db, teamId, 1, "");
  expect(total).toBe(3);
  const before = await Promise.all(records.map((record) => repositories.branches(database.db, record)));
  const [lost] = records;
  await database.db.deleteFrom("repository").where("id", "=", lost!.id).execute();
  await repositories.seed(teamId);
  const after = await repositories.list(database.db, teamId, 1, "");
  expect(after.total).toBe(3);
  for (const [index, record] of records.slice(1).entries()) {
    expect(await repositories.branches(database.db, record)).toEqual(before[index + 1]);
  }
  expect(
    await repositories.branches(
      database.db,
      after.records.find(({ name }) => name === lost!.name)!,
    ),
  ).toHaveLength(1);
});

test("an empty repository is created and found by a word of its name, and its name is then taken", async () => {
  const { ask, list } = await newPerson();
  const made = await ask<Repository>("POST /api/hosting/repo", { name: "My.Site_1" });
  expect(made).toMatchObject({ name: "My.Site_1", defaultBranch: "main", frameworkAdvice: "other" });
  expect((await list("&word=SITE_1")).repoList).toEqual([made]);
  expect((await list("&word=%25")).totalCount).toBe(0);
  expect(await ask("GET /api/hosting/project/branch/repo/" + made.id)).toEqual({ items: [] });
  await expect(ask("POST /api/hosting/repo", { name: "My.Site_1" })).rejects.toThrow(errors.NAME_TAKEN.message);
});

test("a name that is not a plain file name is refused", async () => {
  const { ask } = await newPerson();
  for (const name of ["", "../x", ".hidden", "a/b", "a b", "x".repeat(65)]) {
    await expect(ask("POST /api/hosting/repo", { name }), name).rejects.toThrow("422");
  }
});

test("repositories are listed 20 per page, newest first, and a team has at most a hundred", async () => {
  const { ask, list } = await newPerson();
  await expect.poll(async () => (await list()).totalCount).toBe(3);
  for (let index = 3; index < repositoriesPerTeam; index += 1) {
    await ask("POST /api/hosting/repo", { name: `r${index}` });
  }
  const [first, last] = await Promise.all([list(), list("&page=5")]);
  expect([first.repoList.length, last.repoList.length]).toEqual([repositoryPageSize, repositoryPageSize]);
  expect(first.repoList[0]!.name).toBe(`r${repositoriesPerTeam - 1}`);
  expect(last.repoList.at(-1)!.name).toBe("failing-build");
  expect((await list("&page=6")).repoList).toEqual([]);
  await expect(ask("POST /api/hosting/repo", { name: "more" })).rejects.toThrow(errors.LIMIT_REACHED.message);
});

test("the framework of a branch is detected with its commands", async () => {
  const { ask, list } = await newPerson();
  await expect.poll(async () => (await list()).totalCount).toBe(3);
  const { repoList } = await list("&word=vite");
  const id = repoList[0]!.id;
  expect(await ask(`GET /api/hosting/project/detect-framework/${id}?branch=main`)).toMatchObject({
    framework: "vite",
    installCommand: "",
    buildCommand: "npm run build",
    outputDirectory: "dist",
    scripts: { build: "vite build" },
  });
  expect(await ask(`GET /api/hosting/project/detect-framework/${id}?rootDirectory=src`)).toMatchObject({
    framework: "other",
  });
});

test("another team's namespace and repositories are not found", async () => {
  const [mine, theirs] = await Promise.all([newPerson(), newPerson()]);
  const { id } = await theirs.ask<Repository>("POST /api/hosting/repo", { name: "secret" });
  for (const line of [
    `GET /api/hosting/repo/refresh/list?githubId=${theirs.namespace}`,
    `GET /api/hosting/project/branch/repo/${id}`,
    `GET /api/hosting/project/detect-framework/${id}`,
    "GET /api/hosting/project/branch/repo/not-a-uuid",
  ]) {
    await expect(mine.ask(line)).rejects.toThrow(errors.NOT_FOUND.message);
  }
});
