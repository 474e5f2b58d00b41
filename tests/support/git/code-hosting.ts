/** Starts a server with the GitHub emulator and another Git host, and users who use both over HTTP. */
import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import { callerOf } from "../server/api.ts";
import { testCloud } from "../server/cloud.ts";
import { freePort } from "../free-port.ts";
import { serveGit } from "./git-server.ts";
import { startGitHubEmulator } from "./github.ts";
import { signIn } from "../account/sign-in.ts";

/** Calls an endpoint below /api/hosting as a user with a separate team: ask("GET /code-host"). */
export type Ask = <T>(line: string, body?: unknown) => Promise<T>;

export const testCodeHosting = async () => {
  const [gitHub, elsewhere, port] = [await startGitHubEmulator(), await serveGit(), await freePort()];
  const cloud = await testCloud({
    ...gitHub.settings,
    PORT: `${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    GIT_PRIVATE_HOSTS: elsewhere.host,
  });
  const call = callerOf(cloud.url);
  const newPerson = async (): Promise<Ask> => {
    const { accessToken: token } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
    return async <T>(line: string, body?: unknown): Promise<T> => {
      const [method, path] = line.split(" ") as [string, string];
      const headers = { "idempotency-key": randomUUID() };
      const answer = await call(`${method} /api/hosting${path}`, { token, body, headers });
      if (answer.status !== 200)
        throw new Error(`${answer.status} ${answer.body.message} ${JSON.stringify(answer.body.data ?? {})}`);
      return answer.body.data;
    };
  };

  const linkedPerson = async (): Promise<Ask> => {
    const ask = await newPerson();
    // A GitHub account can be linked to one user only.
    gitHub.become("ada");
    const { url } = await ask<{ url: string }>("POST /code-host/link", {});
    await ask("POST /code-host/link/done", await agreeAt(url));
    return ask;
  };

  return { gitHub, elsewhere, cloud, newPerson, linkedPerson };
};

/** Follows the redirect to GitHub like a browser, and returns its response. */
export const agreeAt = async (url: string): Promise<{ code: string; state: string }> => {
  const page = await (await fetch(url)).text();
  const back = new URL(/href="([^"]*code=[^"]*)"/.exec(page)![1]!.replaceAll("&amp;", "&"));
  return { code: back.searchParams.get("code")!, state: back.searchParams.get("state")! };
};

interface Namespace {
  readonly githubId: string;
  readonly ownerType: string;
}

/** Finds a repository of the linked account by its name. */
export const findHosted = async (ask: Ask, name: string): Promise<Repository> => {
  const { items } = await ask<{ items: Namespace[] }>("GET /user/git-namespaces");
  const { githubId } = items.find(({ ownerType }) => ownerType === "USER")!;
  const { repoList } = await ask<{ repoList: Repository[] }>(
    `GET /repo/refresh/list?githubId=${githubId}&word=${name}`,
  );
  return repoList.find((each) => each.name === name)!;
};

export const projectFrom = async (ask: Ask, repoId: string, more = {}): Promise<string> => {
  const name = `site-${randomUUID().slice(0, 8)}`;
  const body = { name, platform: "IPFS", deployType: "REPOSITORY", repoId, ...more };
  return (await ask<{ projectId: string }>("POST /project", body)).projectId;
};

interface Deployed {
  readonly taskId: string;
  readonly state: string;
  readonly commit?: string;
  readonly errorMessage?: string;
}

export const deploymentsOf = async (ask: Ask, projectId: string) =>
  (await ask<{ items: Deployed[] }>(`GET /project/task/${projectId}/list`)).items;

/** Returns a project's deployments, newest first, once this many have ended. */
export const ended = async (ask: Ask, projectId: string, count: number): Promise<Deployed[]> => {
  await expect
    .poll(
      async () => {
        const items = await deploymentsOf(ask, projectId);
        return items.filter(({ state }) => endedStates.includes(state.toLowerCase() as never)).length;
      },
      { timeout: 90_000 },
    )
    .toBe(count);
  return deploymentsOf(ask, projectId);
};
