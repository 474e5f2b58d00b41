/** Queues builds on a real server process, kills it with -9 while they run, and reads the result of each. */
import { expect, vi } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Row } from "../../../resources/declare/define.ts";
import { restartedLine, type LogLine } from "../../../resources/hosting/log-line.ts";
import type { deployments } from "../../../resources/hosting/deployments.ts";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import { callerOf } from "../server/api.ts";
import { type CloudProcess, preparedDataFolder, processesOn, startCloudProcess } from "../server/cloud-process.ts";
import { newClone } from "../git/git-clone.ts";
import { ask } from "../server/http.ts";
import { signIn } from "../account/sign-in.ts";
import { buildFolders } from "./workers.ts";

export type Task = Row<typeof deployments>;

export interface KilledBuilds {
  readonly builds: number;
  readonly projects: number;
  /** Concurrent builds. */
  readonly concurrency: number;
  /** One kill during a build, or also one right after a build has ended and one right after a restart. */
  readonly kills: 1 | 3;
}

export interface Outcome {
  /** In the order of acknowledgement. */
  readonly builds: readonly { readonly task: Task; readonly log: readonly LogLine[] }[];
  /** Number of deployments that the server lists; must equal the number of builds. */
  readonly listed: number;
  /** The content of each project's site, and the output of its last build. */
  readonly sites: readonly { readonly shown: string; readonly published: string }[];
  readonly restarts: number;
}

const waitMs = 240_000;

export const killWhileBuilding = async ({ builds, projects, concurrency, kills }: KilledBuilds): Promise<Outcome> => {
  const dataDir = await preparedDataFolder();
  const start = () => startCloudProcess(dataDir, { BUILD_CONCURRENCY: String(concurrency) });
  let cloud = start();
  const user = await signedIn(await cloud.ready);
  const names = Array.from({ length: projects }, (_, n) => `killed-${n}`);
  const queued = await queueBuilds(user, names, builds);

  await user.seesLine(queued, (line) => line.startsWith("started"));
  cloud = await killed(cloud, start, user);
  if (kills === 3) {
    const before = await user.endedOf(queued);
    await vi.waitFor(async () => expect(await user.endedOf(queued)).toBeGreaterThan(before), soon(10));
    cloud = await killed(cloud, start, user);
    cloud = await killed(cloud, start, user);
  }

  await vi.waitFor(async () => expect(await user.endedOf(queued)).toBe(queued.length), soon(500));
  const outcome = await read(user, queued, names);
  await vi.waitFor(async () => expect(await buildFolders(dataDir)).toEqual([]), soon(60));
  await cloud.end("SIGTERM");
  expect(processesOn(dataDir)).toEqual([]);
  return outcome;
};

const soon = (interval: number) => ({ timeout: waitMs, interval });

const killed = async (cloud: CloudProcess, start: () => CloudProcess, user: User): Promise<CloudProcess> => {
  await cloud.end("SIGKILL");
  const next = start();
  user.moveTo(await next.ready);
  return next;
};

interface Queued {
  readonly taskId: string;
  /** The content that the build publishes. */
  readonly content: string;
  readonly project: string;
}

/** Queues builds with a new commit each, rotating through the projects. */
const queueBuilds = async (user: User, names: readonly string[], builds: number): Promise<Queued[]> => {
  const repository = await user.data<Repository>("POST /api/hosting/repo", { name: "killed" });
  const { token } = await user.data<{ token: string }>("POST /api/hosting/user/token/new", { name: "push" });
  const clone = await newClone(
    repository.cloneUrl.replace(/\/\/[^/:]+/, `//me:${token}@127.0.0.1`),
    repository.defaultBranch,
  );
  const ids: string[] = [];
  for (const name of names) {
    const buildCommand = "echo started $(cat index.html); sleep 0.7; echo done $(cat index.html)";
    const input = {
      name,
      platform: "IPFS",
      deployType: "REPOSITORY",
      repoId: repository.id,
      hookSwitch: false,
      buildCommand,
    };
    ids.push((await user.data<{ projectId: string }>("POST /api/hosting/project", input)).projectId);
  }
  const commits: string[] = [];
  for (let n = 0; n < builds; n += 1) commits.push(await clone.push({ "index.html": `${n}` }));
  const queued: Queued[] = [];
  for (const [n, commitHash] of commits.entries()) {
    const line = `POST /api/hosting/project/${ids[n % ids.length]}/build`;
    const { taskId } = await user.data<{ taskId: string }>(line, { commitHash });
    queued.push({ taskId, content: `${n}`, project: names[n % names.length]! });
  }
  return queued;
};

type User = Awaited<ReturnType<typeof signedIn>>;

const signedIn = async (first: string) => {
  let url = first;
  const { accessToken: token } = await signIn(url, privateKeyToAccount(generatePrivateKey()));
  const data = async <T>(line: string, body?: unknown): Promise<T> => {
    const answer = await callerOf(url)(line, { token, ...(body !== undefined && { body }) });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const list = () => data<{ items: Task[]; total: number }>("GET /api/hosting/project/task/list?size=100");
  const logOf = async (taskId: string): Promise<LogLine[]> =>
    (await data<{ items: LogLine[] }>(`GET /api/hosting/project/task/${taskId}/log`)).items;
  return {
    data,
    list,
    logOf,
    moveTo: (next: string) => (url = next),
    visit: async (name: string) => (await ask(Number(new URL(url).port), `${name}.localhost`, "/")).body.toString(),
    endedOf: async (queued: readonly Queued[]): Promise<number> => {
      const ids = new Set(queued.map(({ taskId }) => taskId));
      return (await list()).items.filter(({ taskId, state }) => ids.has(taskId) && endedStates.includes(state)).length;
    },
    /** Waits until one of the logs has a matching line. */
    seesLine: (queued: readonly Queued[], matches: (content: string) => boolean) =>
      vi.waitFor(async () => {
        for (const { taskId } of queued) {
          const lines = await logOf(taskId);
          if (lines.some(({ content }) => matches(content))) return;
          // Those behind it have not started either.
          if (lines.length === 1) break;
        }
        throw new Error("not yet");
      }, soon(10)),
  };
};

const read = async (user: User, queued: readonly Queued[], names: readonly string[]): Promise<Outcome> => {
  const { items, total } = await user.list();
  const tasks = new Map(items.map((task) => [task.taskId, task]));
  const builds: Outcome["builds"][number][] = [];
  for (const { taskId } of queued) builds.push({ task: tasks.get(taskId)!, log: await user.logOf(taskId) });
  const sites: Outcome["sites"][number][] = [];
  for (const name of names) {
    const published = queued.findLast(({ project }) => project === name)!.content;
    sites.push({ shown: await user.visit(name), published });
  }
  const restarts = builds.flatMap(({ log }) => log).filter(({ content }) => content === restartedLine).length;
  return { builds, listed: total, sites, restarts };
};

/** Checks every build after the kills. */
export const expectEachEndedOnce = ({ builds, listed, sites, restarts }: Outcome): void => {
  expect(listed).toBe(builds.length);
  for (const [n, { task, log }] of builds.entries()) {
    const contents = log.map(({ content }) => content);
    const lastGo = contents.slice(contents.lastIndexOf(restartedLine) + 1);
    expect(task, contents.join("\n")).toMatchObject({ state: "success" });
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(contents.filter((line) => line.startsWith("Published"))).toHaveLength(1);
    for (const line of [`started ${n}`, `done ${n}`]) expect(lastGo.filter((said) => said === line)).toHaveLength(1);
  }
  for (const { shown, published } of sites) expect(shown.trim()).toBe(published);
  expect(restarts).toBeGreaterThan(0);
};

/** Checks that builds of one project end in queue order, and with a concurrency of one, all builds do. */
export const expectInOrder = ({ builds }: Outcome, concurrency: number): void => {
  const queues = Map.groupBy(builds, ({ task }) => (concurrency === 1 ? "all" : task.projectId));
  for (const queue of queues.values()) {
    const ends = queue.map(({ task }) => task.endedAt!);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  }
};
