import { join } from "node:path";
import { vi } from "vitest";
import type { Row } from "../../../resources/declare/define.ts";
import type { LogLine } from "../../../resources/hosting/log-line.ts";
import type { deployments } from "../../../resources/hosting/deployments.ts";
import type { projects } from "../../../resources/hosting/projects.ts";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import type { Detection } from "../../../src/cloud/hosting/repositories/detect-framework.ts";
import type { TestCloud } from "../server/cloud.ts";
import { ask } from "../server/http.ts";
import { newOwner } from "../account/owner.ts";
import { workerFolders } from "./workers.ts";

export type Task = Row<typeof deployments>;
type Project = Row<typeof projects>;

/** The server's detection result for a repository's folder. */
export type Found = Omit<Detection, "programs"> & { readonly toolMissing: string };

/** Signs a new user in at a running server, to push and build repositories. */
export const newBuilder = async (cloud: TestCloud) => {
  const { data } = await newOwner(cloud.url);
  const { token: secret } = await data<{ token: string }>("POST /api/hosting/user/token/new", { name: "git" });

  /** Creates an empty repository with a URL that git can push to. */
  const repository = async (name: string): Promise<{ readonly id: string; readonly pushUrl: string }> => {
    const { id, cloneUrl } = await data<Repository>("POST /api/hosting/repo", { name });
    return { id, pushUrl: cloneUrl.replace("://", `://me:${secret}@`) };
  };

  const detect = (repoId: string): Promise<Found> => data<Found>(`GET /api/hosting/project/detect-framework/${repoId}`);

  const project = async (name: string, repoId: string, settings: object): Promise<string> => {
    const input = { name, repoId, platform: "IPFS", deployType: "REPOSITORY", ...settings };
    return (await data<{ projectId: string }>("POST /api/hosting/project", input)).projectId;
  };

  const ended = async (taskId: string, timeoutMs: number): Promise<Task> =>
    vi.waitFor(
      async () => {
        const task = await data<Task>(`GET /api/hosting/project/task/object/${taskId}`);
        if (!endedStates.includes(task.state)) throw new Error(`still ${task.state}:\n${await logOf(taskId)}`);
        return task;
      },
      { timeout: timeoutMs, interval: 200 },
    );

  /** Builds the project's branch. Resolves when it has ended, with the whole log. */
  const build = async (projectId: string, timeoutMs = 180_000): Promise<{ task: Task; log: string }> => {
    const { taskId } = await data<{ taskId: string }>(`POST /api/hosting/project/${projectId}/build`, {});
    const task = await ended(taskId, timeoutMs);
    return { task, log: await logOf(taskId) };
  };

  const logOf = async (taskId: string): Promise<string> => {
    const lines: LogLine[] = [];
    for (let more = true; more;) {
      const after = lines.at(-1)?.seq ?? 0;
      const page = await data<{ items: LogLine[]; more: boolean }>(
        `GET /api/hosting/project/task/${taskId}/log?after=${after}`,
      );
      lines.push(...page.items);
      more = page.more;
    }
    return lines.map(({ content }) => content).join("\n");
  };

  /** Returns a visitor's response from the project's site. */
  const visit = async (projectId: string, path: string) => {
    const { mainLink } = await data<Project>(`GET /api/hosting/project/${projectId}`);
    const { host } = new URL(mainLink);
    const { status, headers, body } = await ask(cloud.port, host, path, { headers: { accept: "text/html,*/*" } });
    return { status, type: headers["content-type"], text: body.toString() };
  };

  /** Returns the folder of a project's package cache at the only worker. */
  const packagesOf = async (projectId: string): Promise<string> => {
    const [folder] = await workerFolders(cloud.config.DATA_DIR);
    return join(folder!, "build-cache", projectId);
  };

  return { data, repository, detect, project, build, visit, packagesOf };
};

export type Builder = Awaited<ReturnType<typeof newBuilder>>;
