import { request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { io, type Socket } from "socket.io-client";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Row } from "../../../resources/declare/define.ts";
import { buildEvent, buildEventName, type BuildEvent } from "../../../resources/hosting/events.ts";
import type { LogLine } from "../../../resources/hosting/log-line.ts";
import type { deployments } from "../../../resources/hosting/deployments.ts";
import type { projects } from "../../../resources/hosting/projects.ts";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import { callerOf, type Answer, type Call } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { newClone } from "../../support/git/git-clone.ts";
import { patience } from "../../support/patience.ts";
import { signIn } from "../../support/account/sign-in.ts";

type Task = Row<typeof deployments>;
type Project = Row<typeof projects>;

let cloud: TestCloud;
let call: Call;
let token: string;
beforeAll(async () => {
  cloud = await testCloud();
  call = callerOf(cloud.url);
  token = await newcomer();
});

const newcomer = async (): Promise<string> =>
  (await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()))).accessToken;

/** Returns the data of a call that must succeed. */
const data = async <T>(line: string, body?: unknown, as = token): Promise<T> => {
  const answer: Answer = await call(line, { token: as, ...(body !== undefined && { body }) });
  if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};

const createProject = async (input: object): Promise<string> =>
  (await data<{ projectId: string }>("POST /api/hosting/project", { platform: "IPFS", ...input })).projectId;

const sample = async (name: string): Promise<Repository> => {
  const { items } = await data<{ items: { githubId: string }[] }>("GET /api/hosting/user/git-namespaces");
  const found = await vi.waitFor(async () => {
    const list = await data<{ repoList: Repository[] }>(
      `GET /api/hosting/repo/refresh/list?githubId=${items[0]!.githubId}`,
    );
    return list.repoList.find((repository) => repository.name === name) ?? Promise.reject(new Error(`no ${name} yet`));
  }, patience);
  return found;
};

const build = async (projectId: string, body = {}): Promise<string> =>
  (await data<{ taskId: string }>(`POST /api/hosting/project/${projectId}/build`, body)).taskId;

const taskOf = (id: string): Promise<Task> => data<Task>(`GET /api/hosting/project/task/object/${id}`);

const ended = (id: string): Promise<Task> =>
  vi.waitFor(
    async () => {
      const task = await taskOf(id);
      if (!endedStates.includes(task.state)) throw new Error(`still ${task.state}`);
      return task;
    },
    { timeout: 90_000, interval: 100 },
  );

const logOf = async (id: string, after = 0): Promise<LogLine[]> => {
  const lines: LogLine[] = [];
  for (let more = true; more;) {
    const from = lines.at(-1)?.seq ?? after;
    const page = await data<{ items: LogLine[]; more: boolean }>(
      `GET /api/hosting/project/task/${id}/log?after=${from}`,
    );
    lines.push(...page.items);
    more = page.more;
  }
  return lines;
};

/** Returns a page of a site, as a visitor of its host name gets it. */
const visit = async (address: string): Promise<{ status: number; text: string }> => {
  const { host, port, pathname: path } = new URL(address);
  const asked = request({ host: "127.0.0.1", port, path, headers: { host } }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return { status: response.statusCode!, text: await text(response) };
};

const listen = async (heard: BuildEvent[]): Promise<Socket> => {
  const socket = io(cloud.url, { query: { authorization: token }, transports: ["websocket"], forceNew: true });
  onTestFinished(() => void socket.disconnect());
  socket.on(buildEventName, (event) => heard.push(buildEvent.parse(event)));
  await vi.waitFor(() => expect(socket.connected).toBe(true), patience);
  return socket;
};

const linesIn = (heard: readonly BuildEvent[], id: string): LogLine[] =>
  heard.flatMap(({ data: said }) => (said.taskId === id && "lines" in said ? said.lines : []));

describe("hosting over HTTP", () => {
  test("an uploaded folder is live at its host name and by its CID", async () => {
    const projectId = await createProject({ name: "folder", deployType: "UPLOAD" });
    const content = "<h1>from a folder</h1>";
    const upload = { kind: "folder", files: [{ path: "index.html", sizeBytes: content.length }] };
    const { uploadId } = await data<{ uploadId: string }>("POST /api/hosting/upload", upload);
    const part = await fetch(`${cloud.url}/api/hosting/upload/${uploadId}/content?offset=0`, {
      method: "PUT",
      headers: { authorization: token, "content-type": "application/octet-stream" },
      body: content,
    });
    expect(part.status).toBe(200);
    const task = await ended(await build(projectId, { uploadId }));
    expect(task).toMatchObject({ state: "success", live: true, fileCount: 1, sizeBytes: content.length });
    const project = await data<Project>(`GET /api/hosting/project/${projectId}`);
    expect(project).toMatchObject({ online: true, state: "SUCCESS", hash: task.cid, deployments: 1 });
    expect(new URL(project.mainLink).host).toBe(`folder.localhost:${cloud.port}`);
    expect(await visit(project.mainLink)).toEqual({ status: 200, text: content });
    expect(await visit(task.domain!.replace("//localhost", "//127.0.0.1"))).toEqual({ status: 200, text: content });
  });

  test("the failing sample shows its error in the log and leaves the live site unchanged", async () => {
    const { id: repoId } = await sample("failing-build");
    // Without a build command the sample's sources are the site; Node.js finds its error without installed
    // dependencies.
    const projectId = await createProject({ name: "failing", deployType: "REPOSITORY", repoId });
    expect(await ended(await build(projectId))).toMatchObject({ state: "success", live: true });
    const { mainLink } = await data<Project>(`GET /api/hosting/project/${projectId}`);
    const before = await visit(mainLink);
    await data(`PUT /api/hosting/project/${projectId}`, { installCommand: "true", buildCommand: "node src/total.js" });
    const failed = await ended(await build(projectId));
    expect(failed).toMatchObject({ state: "failure", live: false });
    const contents = (await logOf(failed.taskId)).map(({ content }) => content);
    expect(contents.join("\n")).toMatch(/SyntaxError/);
    expect(contents.at(-1)).toBe(failed.errorMessage);
    expect(await visit(mainLink)).toEqual(before);
    expect(before.status).toBe(200);
  });

  test("after a reconnect the log has each line once and in order: half by the socket, half by GET", async () => {
    const { id: repoId } = await sample("static-site");
    const buildCommand = "for n in $(seq 1 60); do echo line $n; sleep 0.05; done";
    const projectId = await createProject({ name: "told", deployType: "REPOSITORY", repoId, buildCommand });
    const heard: BuildEvent[] = [];
    const socket = await listen(heard);
    const taskId = await build(projectId);
    await vi.waitFor(() => expect(linesIn(heard, taskId).length).toBeGreaterThan(20), patience);
    socket.disconnect();
    const bySocket = linesIn(heard, taskId);
    await ended(taskId);
    const rest = await logOf(taskId, bySocket.at(-1)!.seq);
    const whole = await logOf(taskId);
    expect([...bySocket, ...rest]).toEqual(whole);
    expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index + 1));
    const printed = whole.flatMap(({ content }) => (content.startsWith("line ") ? [content] : []));
    expect(printed).toEqual(Array.from({ length: 60 }, (_, n) => `line ${n + 1}`));
  });

  test("each state change is sent, in order, after the log lines before it", async () => {
    const { id: repoId } = await sample("static-site");
    const projectId = await createProject({ name: "states", deployType: "REPOSITORY", repoId, buildCommand: "true" });
    const heard: BuildEvent[] = [];
    await listen(heard);
    const taskId = await build(projectId);
    const states = () => heard.filter(({ data: said, name }) => said.taskId === taskId && name !== "log");
    const names = ["queued", "pending", "running", "syncing", "success"].map((state) => `build_${state}`);
    // The request's answer doesn't come from the worker: "queued" can arrive late, but never twice.
    const told = () => states().flatMap(({ name }) => (name === "build_queued" ? [] : [name]));
    await vi.waitFor(() => expect(told()).toEqual(names.slice(1)), 30_000);
    expect(states().filter(({ name }) => name === "build_queued")).toHaveLength(1);
    const seqs = states().flatMap(({ data: said }) => ("seq" in said ? [said.seq] : []));
    expect(Math.max(...seqs)).toBe((await logOf(taskId)).length);
  });

  test("a git push deploys", async () => {
    const repository = await data<Repository>("POST /api/hosting/repo", { name: "mine" });
    const projectId = await createProject({ name: "pushed", deployType: "REPOSITORY", repoId: repository.id });
    const { token: secret } = await data<{ token: string }>("POST /api/hosting/user/token/new", { name: "test" });
    const address = repository.cloneUrl.replace("//", `//me:${secret}@`).replace("localhost", "127.0.0.1");
    const clone = await newClone(address, repository.defaultBranch);
    const commit = await clone.push({ "index.html": "pushed" }, { message: "Hello" });
    const { items } = await data<{ items: Task[] }>(`GET /api/hosting/project/task/${projectId}/list`);
    expect(items).toMatchObject([{ trigger: "push", commit, message: "Hello", author: "Ada" }]);
    expect(await ended(items[0]!.taskId)).toMatchObject({ state: "success", live: true });
    const { mainLink } = await data<Project>(`GET /api/hosting/project/${projectId}`);
    expect(await visit(mainLink)).toEqual({ status: 200, text: "pushed" });
  });

  test("another team's resources do not exist: every call on them answers 404", async () => {
    const { id: repoId } = await sample("static-site");
    const projectId = await createProject({ name: "private", deployType: "REPOSITORY", repoId });
    const { taskId } = await ended(await build(projectId));
    const stranger = await newcomer();
    const lines = [
      `GET /api/hosting/project/${projectId}`,
      `GET /api/hosting/project/v3/detail/${projectId}`,
      `PUT /api/hosting/project/${projectId}`,
      `DELETE /api/hosting/project/${projectId}`,
      `POST /api/hosting/project/${projectId}/build`,
      `GET /api/hosting/project/task/${projectId}/list`,
      `GET /api/hosting/project/task/object/${taskId}`,
      `GET /api/hosting/project/task/${taskId}/log`,
      `POST /api/hosting/project/${taskId}/redeploy`,
      `POST /api/hosting/project/${taskId}/cancel`,
    ];
    for (const line of lines) {
      const body = /^(PUT|POST)/.test(line) ? { body: {} } : {};
      expect((await call(line, { token: stranger, ...body })).status, line).toBe(404);
    }
    expect(await data<{ total: number }>("GET /api/hosting/project/v3/list", undefined, stranger)).toMatchObject({
      total: 0,
    });
  });

  test("a deleted project is offline, and its usage until then is counted", async () => {
    const { id: repoId } = await sample("static-site");
    const projectId = await createProject({ name: "brief", deployType: "REPOSITORY", repoId, buildCommand: "true" });
    const { sizeBytes } = await ended(await build(projectId));
    const { mainLink } = await data<Project>(`GET /api/hosting/project/${projectId}`);
    const { text: page } = await visit(mainLink);
    await vi.waitFor(async () => {
      const used = await data<{ usedBandwidth: number }>(`GET /api/hosting/project/v3/detail/${projectId}`);
      expect(used).toMatchObject({ usedStorage: sizeBytes, usedBuildSeconds: expect.any(Number) });
      expect(used.usedBandwidth).toBeGreaterThanOrEqual(page.length);
    }, patience);
    await data(`DELETE /api/hosting/project/${projectId}`);
    expect(await visit(mainLink)).toMatchObject({ status: 404 });
    expect((await call(`GET /api/hosting/project/${projectId}`, { token })).status).toBe(404);
  });
});
