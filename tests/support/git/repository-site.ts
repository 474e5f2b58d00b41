/** Creates a signed-in user's project of a repository by calls; the tests continue on the screens. */
import type { Page } from "playwright";
import { expect } from "../browser/browser.ts";
import { callerOf } from "../server/api.ts";
import { newClone, type Clone } from "./git-clone.ts";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";

export interface RepositorySite extends Clone {
  readonly projectId: string;
  /** Path of the project's page. */
  readonly path: string;
  /** Makes a declared call as this user. Throws the server's error. */
  ask<T>(line: string, body?: object): Promise<T>;
  /** Waits until a deployment has succeeded. */
  isReady(taskId: string): Promise<void>;
}

/** Pushes the files to a new repository and creates a project whose first deployment is online. */
export const repositorySite = async (
  page: Page,
  url: string,
  name: string,
  files: Record<string, string>,
  settings: object = {},
): Promise<RepositorySite> => {
  const call = callerOf(url);
  const token = (await page.evaluate(() => localStorage.getItem("token")))!;
  const ask = async <T>(line: string, body?: object): Promise<T> => {
    const answer = await call(line, { token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const isReady = (taskId: string): Promise<void> =>
    expect
      .poll(async () => (await ask<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`)).state, {
        timeout: 60_000,
      })
      .toBe("success");
  const repository = await ask<Repository>("POST /api/hosting/repo", { name });
  const { token: secret } = await ask<{ token: string }>("POST /api/hosting/user/token/new", { name: "git" });
  const clone = await newClone(repository.cloneUrl.replace("://", `://me:${secret}@`), repository.defaultBranch);
  await clone.push(files);
  const { projectId } = await ask<{ projectId: string }>("POST /api/hosting/project", {
    name,
    platform: "IPFS",
    deployType: "REPOSITORY",
    repoId: repository.id,
    ...settings,
  });
  const { taskId } = await ask<{ taskId: string }>(`POST /api/hosting/project/${projectId}/build`, {});
  await isReady(taskId);
  return { ...clone, projectId, path: `/hosting/project/${name}/${projectId}`, ask, isReady };
};
