import { beforeAll, describe, expect, test, vi } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { callerOf, type Call } from "../../../../../tests/support/server/api.ts";
import { testCloud, type TestCloud } from "../../../../../tests/support/server/cloud.ts";
import { newClone } from "../../../../../tests/support/git/git-clone.ts";
import { ask } from "../../../../../tests/support/server/http.ts";
import { signIn } from "../../../../../tests/support/account/sign-in.ts";
import type { Row } from "../../../../../resources/declare/define.ts";
import type { deployments } from "../../../../../resources/hosting/deployments.ts";
import type { deployHooks, previews } from "../../../../../resources/hosting/hooks.ts";
import type { Repository } from "../../../../../resources/hosting/repositories/repositories.ts";
import { endedStates } from "../../../../../resources/hosting/states.ts";
import { deployHooksPerProject } from "../../../../../resources/limits.ts";
import { errors } from "../../../../../resources/declare/errors.ts";
import { messages } from "../messages.ts";

type Task = Row<typeof deployments>;

let cloud: TestCloud;
let call: Call;
beforeAll(async () => {
  cloud = await testCloud();
  call = callerOf(cloud.url);
});

let sites = 0;

/** Creates a user with a repository project that does not deploy on push, so that only hooks deploy. */
const newSite = async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const { accessToken: token } = await signIn(cloud.url, account);
  const data = async <T>(line: string, body?: object): Promise<T> => {
    const answer = await call(line, { token, ...(body && { body }) });
    if (answer.status !== 200)
      throw new Error(`${answer.status} ${answer.body.code as string}: ${answer.body.message}`);
    return answer.body.data;
  };
  const name = `hooked-${++sites}`;
  const repository = await data<Repository>("POST /api/hosting/repo", { name });
  const { token: secret } = await data<{ token: string }>("POST /api/hosting/user/token/new", { name: "git" });
  const address = repository.cloneUrl.replace("//", `//me:${secret}@`).replace("localhost", "127.0.0.1");
  const settings = { name, platform: "IPFS", deployType: "REPOSITORY", repoId: repository.id, hookSwitch: false };
  const clone = await newClone(address, repository.defaultBranch);
  await clone.push({ "index.html": "main" });
  const { projectId } = await data<{ projectId: string }>("POST /api/hosting/project", settings);
  const ended = (taskId: string) =>
    vi.waitFor(
      async () => {
        const task = await data<Task>(`GET /api/hosting/project/task/object/${taskId}`);
        if (!endedStates.includes(task.state)) throw new Error(`still ${task.state}`);
        return task;
      },
      { timeout: 90_000, interval: 50 },
    );
  const hooks = `/api/hosting/project/${projectId}/hooks`;
  const create = (input: object) => data<{ id: string; url: string }>(`POST ${hooks}`, input);
  const list = async () => (await data<{ items: Row<typeof deployHooks>[] }>(`GET ${hooks}`)).items;
  const previews = `/api/hosting/project/${projectId}/previews`;
  return { data, token, projectId, clone, ended, create, list, hooks, previews, name };
};

/** Calls a hook as a content system does: with its URL and nothing else. */
const use = async (url: string) => {
  const response = await fetch(url, { method: "POST" });
  const body = (await response.json()) as { code: unknown; message: string; data: { taskId: string } };
  return { status: response.status, ...body };
};

describe("deploy hooks", () => {
  test("a deploy hook deploys the newest commit of its branch and records when it was used", async () => {
    const site = await newSite();
    const { url } = await site.create({ name: "cms", branch: "main" });
    expect((await site.list())[0]!.usedAt).toBeUndefined();
    const commit = await site.clone.push({ "index.html": "newest" });
    const { status, data } = await use(url);
    expect(status).toBe(200);
    expect(await site.ended(data.taskId)).toMatchObject({
      state: "success",
      trigger: "hook",
      target: "production",
      commit,
      live: true,
    });
    expect((await ask(cloud.port, `${site.name}.localhost`, "/")).body.toString()).toBe("newest");
    expect((await site.list())[0]!.usedAt).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  test("a deploy hook of another branch deploys to that branch's preview", async () => {
    const site = await newSite();
    await site.clone.push({ "index.html": "next" }, { branch: "next" });
    const { url } = await site.create({ name: "nightly", branch: "next" });
    const task = await site.ended((await use(url)).data.taskId);
    expect(task).toMatchObject({ state: "success", target: "preview", branch: "next" });
    const { items } = await site.data<{ items: Row<typeof previews>[] }>(`GET ${site.previews}`);
    expect(items).toMatchObject([{ branch: "next", online: true, state: "success", live: true, taskId: task.taskId }]);
    expect(items[0]!.url).toBe(task.previewUrl);
    const { host } = new URL(items[0]!.url);
    expect((await ask(cloud.port, host, "/")).body.toString()).toBe("next");
    await site.data(`DELETE ${site.previews}/${items[0]!.id}`);
    expect((await ask(cloud.port, host, "/")).status).toBe(404);
    expect(await site.data(`GET ${site.previews}`)).toEqual({ items: [] });
  });

  test("the secret is shown once and stored hashed", async () => {
    const site = await newSite();
    const { id, url } = await site.create({ name: "cms", branch: "main" });
    const secret = url.split("/").at(-1)!;
    expect(url).toMatch(new RegExp(`^${cloud.url}/api/hosting/hook/[\\w-]{43}$`));
    expect(await site.list()).toEqual([{ id, name: "cms", branch: "main", createdAt: expect.any(Number) }]);
    await use(url);
    const rows = await cloud.database.db.selectFrom("deploy_hook").selectAll().execute();
    expect(JSON.stringify([rows, cloud.logged])).not.toContain(secret);
  });

  test("a wrong secret and the secret of a deleted hook answer 404 with a message", async () => {
    const site = await newSite();
    const { id, url } = await site.create({ name: "cms", branch: "main" });
    await site.data(`DELETE ${site.hooks}/${id}`);
    for (const address of [url, `${cloud.url}/api/hosting/hook/nothing`]) {
      expect(await use(address)).toMatchObject({ status: 404, message: errors.HOOK_NOT_FOUND.message });
    }
    expect((await call(`DELETE ${site.hooks}/${id}`, { token: site.token })).status).toBe(404);
  });

  test("used-up build time and a missing branch are clear errors, and nothing is queued", async () => {
    const site = await newSite();
    const { url: branchless } = await site.create({ name: "gone", branch: "gone" });
    expect(await use(branchless)).toMatchObject({ status: 422, message: messages.branchMissing("gone") });
    await site.data(`PUT /api/hosting/project/${site.projectId}`, { buildCommand: "true" });
    const { url } = await site.create({ name: "cms", branch: "main" });
    await cloud.database.db
      .updateTable("allowance_grant")
      .set({ amount: 0n })
      .where("resource", "=", "BUILD_TIME")
      .execute();
    expect(await use(url)).toMatchObject({ status: 402, message: errors.ALLOWANCE_USED_UP.message });
    const tasks = await site.data<{ total: number }>(`GET /api/hosting/project/task/${site.projectId}/list`);
    expect(tasks.total).toBe(0);
  });

  test("deploy hooks have a name of at most 30 characters, one branch, and a limit per project", async () => {
    const site = await newSite();
    const refused = (input: object) => call(`POST ${site.hooks}`, { token: site.token, body: input });
    for (const input of [
      { name: "x".repeat(31), branch: "main" },
      { name: "", branch: "main" },
      { name: "x", branch: "" },
    ])
      expect((await refused(input)).status).toBe(422);
    const made = await Promise.all(
      Array.from({ length: deployHooksPerProject + 3 }, (_, n) => refused({ name: `hook ${n}`, branch: "main" })),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(deployHooksPerProject);
    expect(made.find(({ status }) => status !== 200)!.body.code).toBe("LIMIT_REACHED");
  });

  test("only repository projects have hooks; another team's hooks are not found", async () => {
    const [site, stranger] = [await newSite(), await newSite()];
    const body = { name: "files", platform: "IPFS", deployType: "UPLOAD" };
    const { projectId } = await site.data<{ projectId: string }>("POST /api/hosting/project", body);
    const refused = await call(`POST /api/hosting/project/${projectId}/hooks`, {
      token: site.token,
      body: { name: "cms", branch: "main" },
    });
    expect([refused.status, refused.body.message]).toEqual([422, messages.hooksOfRepositories]);
    const { id } = await site.create({ name: "cms", branch: "main" });
    const { token } = stranger;
    for (const line of [`GET ${site.hooks}`, `DELETE ${site.hooks}/${id}`, `GET ${site.previews}`])
      expect((await call(line, { token })).status, line).toBe(404);
    expect((await call(`DELETE ${stranger.hooks}/${id}`, { token })).status).toBe(404);
  });

  test("guessing secrets is rate limited", async () => {
    const address = `${cloud.url}/api/hosting/hook/guess`;
    const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await use(address)).status));
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });
});
