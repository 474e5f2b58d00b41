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

test("a build gets the variables of its environment only, and those without one in both", async () => {
  const owner = await newOwner(cloud.url);
  const { projectId, push } = await repositoryProject(owner, "scoped", {
    buildCommand: 'echo "$OLD,$PLACE,$LIVE_KEY,$TEST_KEY" > index.html',
    previews: true,
    env: [{ key: "OLD", value: "old" }],
  });
  const env = [
    { key: "OLD", value: "old" },
    { key: "PLACE", value: "site", scope: "production" },
    { key: "PLACE", value: "draft", scope: "preview" },
    { key: "LIVE_KEY", value: "live", scope: "production" },
    { key: "TEST_KEY", value: "test", scope: "preview" },
  ];
  const line = `PUT /api/hosting/project/${projectId}`;
  await owner.data(line, { env });
  expect((await owner.data<Project>(`GET /api/hosting/project/${projectId}`)).env).toEqual(env);
  await push({ "index.html": "" }, { message: "Main" });
  const main = await reaches(owner, "Main", "success");
  await push({ "index.html": "draft" }, { message: "Draft", branch: "draft" });
  const draft = await reaches(owner, "Draft", "success");
  expect(await shownAt("scoped")).toBe("old,site,live,\n");
  expect(await shownAt("scoped-git-draft")).toBe("old,draft,,test\n");
  const used = (taskId: string) => owner.data<Task>(`GET /api/hosting/project/task/object/${taskId}`);
  expect((await used(main.taskId)).settings?.env).toEqual(["OLD", "PLACE", "LIVE_KEY"]);
  expect((await used(draft.taskId)).settings?.env).toEqual(["OLD", "PLACE", "TEST_KEY"]);
  const twice = { env: [...env, { key: "PLACE", value: "both" }] };
  expect((await owner.call(line, { token: owner.token, body: twice })).body).toMatchObject({
    code: "INVALID_INPUT",
    data: { "env.5.key": ["This name is already used above."] },
  });
});

test("a promotion shows a preview's CID in production, is logged, and needs the permission to edit", async () => {
  const owner = await newOwner(cloud.url);
  const { projectId, push } = await repositoryProject(owner, "promoted", { buildCommand: "", previews: true });
  await push({ "index.html": "main" }, { message: "Main" });
  await reaches(owner, "Main", "success");
  await push({ "index.html": "draft" }, { message: "Draft", branch: "draft" });
  const draft = await reaches(owner, "Draft", "success");
  expect(draft).toMatchObject({ target: "preview", live: true, inProduction: false });
  const line = `PUT /api/hosting/project/task/promote/${draft.taskId}`;
  expect((await owner.call(line, { body: {} })).status).toBe(401);
  await owner.data(line, {});
  expect(await shownAt("promoted")).toBe("draft");
  expect(await tasksOf(owner)).toMatchObject([
    { taskId: draft.taskId, inProduction: true },
    { live: false, inProduction: false },
  ]);
  expect(await owner.data<Project>(`GET /api/hosting/project/${projectId}`)).toMatchObject({
    hash: draft.cid,
    live: { taskId: draft.taskId },
    state: "SUCCESS",
  });
  const again = await owner.call(line, { token: owner.token, body: {} });
  expect([again.status, again.body.code]).toEqual([409, "NOT_PROMOTABLE"]);
  const { items } = await owner.data<{ items: { action: string; target: string; details: object }[] }>(
    "GET /api/auth/user/activity/action/logs?size=1",
  );
  expect(items[0]).toMatchObject({
    action: "HOSTING_PROMOTE_DEPLOYMENT",
    target: "promoted",
    details: { branch: "draft", cid: draft.cid },
  });
});

test("a password for previews never concerns production, is in no answer or log, and ends when it is removed", async () => {
  const owner = await newOwner(cloud.url);
  const { projectId, push } = await repositoryProject(owner, "guarded", { buildCommand: "", previews: true });
  await push({ "index.html": "main" }, { message: "Main" });
  await reaches(owner, "Main", "success");
  await push({ "index.html": "draft" }, { message: "Draft", branch: "draft" });
  const draft = await reaches(owner, "Draft", "success");
  expect(await shownAt("guarded-git-draft")).toBe("draft");

  const line = `/api/hosting/project/${projectId}/preview-password`;
  expect(await owner.data(`GET ${line}`)).toEqual({ isSet: false });
  expect((await owner.call(`PUT ${line}`, { token: owner.token, body: { password: "short" } })).status).toBe(422);
  await owner.data(`PUT ${line}`, { password: "correct horse" });
  expect(await owner.data(`GET ${line}`)).toEqual({ isSet: true });
  expect(JSON.parse(await shownAt("guarded-git-draft"))).toMatchObject({ code: "PREVIEW_PASSWORD_REQUIRED" });
  expect(await shownAt("guarded")).toBe("main");
  expect((await ask(cloud.port, `localhost:${cloud.port}`, `/ipfs/${draft.cid}/`)).body.toString()).toBe("draft");

  const preview = (init: Parameters<typeof ask>[3]) => ask(cloud.port, "guarded-git-draft.localhost", "/", init);
  const entered = await preview({ method: "POST", body: "password=correct+horse" });
  const cookie = entered.headers["set-cookie"]![0]!.split(";")[0]!;
  expect((await preview({ headers: { cookie } })).body.toString()).toBe("draft");

  for (const asked of [`GET /api/hosting/project/${projectId}`, "GET /api/auth/user/activity/action/logs?size=9"]) {
    const { text } = await owner.call(asked, { token: owner.token });
    expect(text).not.toContain("correct horse");
    expect(text).not.toMatch(/preview_password|passwordHash/);
  }
  await owner.data(`PUT /api/hosting/project/task/promote/${draft.taskId}`, {});
  expect(await shownAt("guarded")).toBe("draft");
  await owner.data(`DELETE ${line}`);
  expect(await shownAt("guarded-git-draft")).toBe("draft");

  const site = await owner.site("unguarded", "x");
  const refused = await owner.call(`PUT /api/hosting/project/${site}/preview-password`, {
    token: owner.token,
    body: { password: "correct horse" },
  });
  expect([refused.status, refused.body.code]).toEqual([422, "INVALID_INPUT"]);
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
