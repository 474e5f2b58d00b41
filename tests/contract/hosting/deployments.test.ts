/** Deployments over HTTP; each test has a new user and team. */
import { beforeAll, expect, test, vi } from "vitest";
import type { Reply } from "../../../resources/declare/call-input.ts";
import type { Row } from "../../../resources/declare/define.ts";
import {
  deploymentDiff,
  deploymentFile,
  deploymentOutput,
  type OutputEntry,
} from "../../../resources/hosting/deployment-calls.ts";
import type { deployments } from "../../../resources/hosting/deployments.ts";
import type { projects } from "../../../resources/hosting/projects.ts";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { newClone } from "../../support/git/git-clone.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";

type Task = Row<typeof deployments>;
type Project = Row<typeof projects>;
type Owner = Awaited<ReturnType<typeof newOwner>>;

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ BUILD_CONCURRENCY: "1" });
});

const tasksOf = async (owner: Owner, query = ""): Promise<Task[]> =>
  (await owner.data<{ items: Task[] }>(`GET /api/hosting/project/task/list?size=100${query}`)).items;
const shownAt = async (name: string): Promise<string> =>
  (await ask(cloud.port, `${name}.localhost`, "/")).body.toString();

/** Creates a project of a repository with this build command, and a way to push to it. */
const repositoryProject = async (owner: Owner, name: string, settings: object) => {
  const repository = await owner.data<Repository>("POST /api/hosting/repo", { name });
  const { token } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", { name });
  const project = { name, platform: "IPFS", deployType: "REPOSITORY", repoId: repository.id, ...settings };
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
  const address = repository.cloneUrl.replace("//", `//me:${token}@`).replace("localhost", "127.0.0.1");
  return { projectId, push: (await newClone(address, repository.defaultBranch)).push };
};

const reaches = (owner: Owner, message: string, state: string): Promise<Task> =>
  vi.waitFor(
    async () => {
      const task = (await tasksOf(owner)).find((row) => row.message === message);
      if (task?.state !== state) throw new Error(`${message} is ${task?.state}, not ${state}`);
      return task;
    },
    { timeout: 90_000, interval: 50 },
  );

test("a deployment shows its source and settings, the names of variables only, and the previous deployment", async () => {
  const owner = await newOwner(cloud.url);
  const env = [{ key: "MAP_KEY", value: "very-secret" }];
  const { push } = await repositoryProject(owner, "made", { buildCommand: "true", env });
  await push({ "index.html": "one" }, { message: "One" });
  const one = await reaches(owner, "One", "success");
  await push({ "index.html": "two" }, { message: "Two" });
  const two = await reaches(owner, "Two", "success");
  const line = `GET /api/hosting/project/task/object/${two.taskId}`;
  const shown = await owner.data<Task>(line);
  expect(shown).toMatchObject({
    previousTaskId: one.taskId,
    settings: { buildCommand: "true", nodeVersion: "24", env: ["MAP_KEY"] },
  });
  expect(two.settings).toBeUndefined();
  const diff = `GET /api/hosting/project/task/${two.taskId}/diff/${one.taskId}`;
  for (const asked of [line, diff])
    expect((await owner.call(asked, { token: owner.token })).text).not.toContain("secret");
});

test("two deployments of one project can be compared, of different projects never", async () => {
  const owner = await newOwner(cloud.url);
  const projectId = await owner.site("compared", { "index.html": "one", "a/same.txt": "same" });
  await owner.deploy(projectId, { "index.html": "two", "a/same.txt": "same", "b.txt": "b" });
  const [after, before] = (await tasksOf(owner)) as [Task, Task];
  const diff = await owner.data<Reply<typeof deploymentDiff>>(
    `GET /api/hosting/project/task/${after.taskId}/diff/${before.taskId}`,
  );
  expect(deploymentDiff.reply.safeParse(diff).success).toBe(true);
  expect(diff).toMatchObject({ counts: { added: 1, changed: 1, removed: 0 }, more: false, settings: [], env: [] });
  expect(diff.files.map(({ path }) => path)).toEqual(["b.txt", "index.html"]);
  await owner.site("other", "x");
  const [other] = await tasksOf(owner);
  const line = `GET /api/hosting/project/task/${after.taskId}/diff/${other!.taskId}`;
  expect((await owner.call(line, { token: owner.token })).status).toBe(404);
});

test("a deployment's published files are listed by folder and read by path, and its links lead to these files", async () => {
  const owner = await newOwner(cloud.url);
  await owner.site("looked", { "index.html": "<p>é</p>", "a b/c#.txt": "deep" });
  const [{ taskId }] = (await tasksOf(owner)) as [Task];
  const at = `GET /api/hosting/artifact/deployment/${taskId}`;
  const { items } = await owner.data<{ items: OutputEntry[] }>(`${at}/output`);
  expect(deploymentOutput.reply.safeParse({ items }).success).toBe(true);
  expect(items.map(({ name, type }) => [name, type])).toEqual([
    ["a b", "directory"],
    ["index.html", "file"],
  ]);
  const inside = await owner.data<{ items: OutputEntry[] }>(`${at}/output?cid=${items[0]!.hash}`);
  expect(inside.items).toMatchObject([{ name: "c#.txt", size: 4 }]);
  const file = await owner.data<Reply<typeof deploymentFile>>(`${at}/file?path=${encodeURIComponent("a b/c#.txt")}`);
  expect(file).toMatchObject({ text: "deep", size: 4, hash: inside.items[0]!.hash });
  const { pathname } = new URL(file.link);
  expect((await ask(cloud.port, `localhost:${cloud.port}`, pathname)).body.toString()).toBe("deep");
  for (const asked of ["output?path=nowhere", "output?cid=bafkqaaa", "file?path=a%20b", "file?path=..%2Findex.html"])
    expect((await owner.call(`${at}/${asked}`, { token: owner.token })).status, asked).toBe(404);
});

test("a rollback is one call, costs nothing and creates no deployment; the site is switched when the call answers", async () => {
  const owner = await newOwner(cloud.url);
  const projectId = await owner.site("rolled", "one");
  await owner.deploy(projectId, { "index.html": "two" });
  expect(await shownAt("rolled")).toBe("two");
  const [newer, older] = (await tasksOf(owner)) as [Task, Task];
  const usage = () => owner.data(`GET /api/hosting/project/v3/detail/${projectId}`);
  const { usedBandwidth: _, ...before } = (await usage()) as Record<string, unknown>;
  await owner.data(`PUT /api/hosting/project/task/rollback/${older.taskId}`, {});
  expect(await shownAt("rolled")).toBe("one");
  expect(await tasksOf(owner)).toMatchObject([
    { taskId: newer.taskId, live: false },
    { taskId: older.taskId, live: true },
  ]);
  expect(await usage()).toMatchObject(before);
  const again = await owner.call(`PUT /api/hosting/project/task/rollback/${older.taskId}`, {
    token: owner.token,
    body: {},
  });
  expect([again.status, again.body.code]).toEqual([409, "NOT_ROLLBACKABLE"]);
});

test("an ended deployment that nothing serves can be deleted; the live one cannot", async () => {
  const owner = await newOwner(cloud.url);
  const projectId = await owner.site("tidied", "one");
  await owner.deploy(projectId, { "index.html": "two" });
  const [live, old] = (await tasksOf(owner)) as [Task, Task];
  const remove = ({ taskId }: Task) =>
    owner.call(`DELETE /api/hosting/project/task/object/${taskId}`, { token: owner.token });
  expect((await remove(live)).body).toMatchObject({
    code: "DEPLOYMENT_IN_USE",
    message: errors.DEPLOYMENT_IN_USE.message,
  });
  expect((await remove(old)).status).toBe(200);
  expect((await tasksOf(owner)).map(({ taskId }) => taskId)).toEqual([live.taskId]);
});

test("the queue position counts the deployments of all projects and teams before it", async () => {
  const [one, two] = [await newOwner(cloud.url), await newOwner(cloud.url)];
  const slow = { buildCommand: "sleep 600" };
  const first = await repositoryProject(one, "slow", slow);
  const others = [await repositoryProject(two, "slow", slow), await repositoryProject(one, "late", slow)];
  await first.push({ "index.html": "1" }, { message: "First" });
  await reaches(one, "First", "running");
  await others[0]!.push({ "index.html": "2" }, { message: "Second" });
  await others[1]!.push({ "index.html": "3" }, { message: "Third" });
  expect(await reaches(two, "Second", "queued")).toMatchObject({ queuePosition: 1 });
  const third = await reaches(one, "Third", "queued");
  expect(third).toMatchObject({ queuePosition: 2 });
  expect((await tasksOf(one, "&state=queued")).map(({ message }) => message)).toEqual(["Third"]);
  expect(await tasksOf(one, `&projectId=${first.projectId}&trigger=push&branch=main&keyword=fir`)).toHaveLength(1);
  for (const [owner, message] of [
    [one, "Third"],
    [two, "Second"],
    [one, "First"],
  ] as const) {
    const { taskId } = (await tasksOf(owner)).find((task) => task.message === message)!;
    await owner.data(`POST /api/hosting/project/${taskId}/cancel`, {});
  }
  await reaches(one, "First", "cancelled");
});

test("a project's production state follows its site, not its newest deployment", async () => {
  const owner = await newOwner(cloud.url);
  const { projectId, push } = await repositoryProject(owner, "standing", { buildCommand: "true" });
  const shown = () => owner.data<Project>(`GET /api/hosting/project/${projectId}`);
  expect(await shown()).toMatchObject({ production: "NONE", online: false });
  await push({ "index.html": "one" }, { message: "One" });
  const one = await reaches(owner, "One", "success");
  await owner.data(`PUT /api/hosting/project/${projectId}`, { buildCommand: "sleep 60" });
  const { taskId } = await owner.data<{ taskId: string }>(`POST /api/hosting/project/${one.taskId}/redeploy`);
  await owner.data(`POST /api/hosting/project/${taskId}/cancel`);
  await vi.waitFor(async () => expect((await shown()).state).toBe("CANCELLED"), { timeout: 90_000 });
  const standing = { production: "LIVE", state: "CANCELLED", live: { taskId: one.taskId }, latest: { taskId } };
  expect(await shown()).toMatchObject(standing);
  const listed = await owner.data<{ items: Project[] }>("GET /api/hosting/project/v3/list?state=CANCELLED");
  expect(listed.items).toMatchObject([standing]);
  const found = await owner.data<{ items: Project[] }>("GET /api/hosting/project/v3/search/list?keyword=stand");
  expect(found.items).toMatchObject([{ name: "standing", production: "LIVE", state: "CANCELLED" }]);
});

test("after a rollback a project's live deployment is not its newest one", async () => {
  const owner = await newOwner(cloud.url);
  const projectId = await owner.site("rolled", "one");
  const [first] = (await tasksOf(owner)) as [Task];
  await owner.deploy(projectId, { "index.html": "two" });
  const [second] = (await tasksOf(owner)) as [Task];
  await owner.data(`PUT /api/hosting/project/task/rollback/${first.taskId}`);
  expect(await owner.data<Project>(`GET /api/hosting/project/${projectId}`)).toMatchObject({
    production: "LIVE",
    live: { taskId: first.taskId },
    latest: { taskId: second.taskId },
  });
});

test("a deployment reports whether it runs a build: one of files doesn't, one with commands does", async () => {
  const owner = await newOwner(cloud.url);
  await owner.site("plain", "x");
  expect(await tasksOf(owner)).toMatchObject([{ builds: false }]);
  const { push } = await repositoryProject(owner, "built", { buildCommand: "true" });
  await push({ "index.html": "x" }, { message: "Built" });
  expect(await reaches(owner, "Built", "success")).toMatchObject({ builds: true });
  const plain = await repositoryProject(owner, "unbuilt", {});
  await plain.push({ "index.html": "x" }, { message: "Unbuilt" });
  expect(await reaches(owner, "Unbuilt", "success")).toMatchObject({ builds: false });
});
