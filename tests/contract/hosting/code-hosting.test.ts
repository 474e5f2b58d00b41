import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { errors } from "../../../resources/declare/errors.ts";
import {
  agreeAt,
  deploymentsOf,
  ended,
  findHosted,
  projectFrom,
  testCodeHosting,
} from "../../support/git/code-hosting.ts";

let world: Awaited<ReturnType<typeof testCodeHosting>>;
beforeAll(async () => (world = await testCodeHosting()));
afterEach(() => expect(world.cloud.faults).toEqual([]));

describe("linking a GitHub account", () => {
  test("by the OAuth app, with state and PKCE: the token is stored encrypted and appears in no answer or log", async () => {
    const ask = await world.newPerson();
    expect(await ask("GET /code-host")).toEqual({ configured: true, linked: false, login: "", hearsPushes: true });
    const { url } = await ask<{ url: string }>("POST /code-host/link", { returnTo: "/hosting/new?from=repo" });
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${world.cloud.url}/hosting/code-host/linked`);
    const answer = await agreeAt(url);
    expect(await ask("POST /code-host/link/done", answer)).toEqual({
      login: "ada",
      returnTo: "/hosting/new?from=repo",
    });
    expect(await ask("GET /code-host")).toMatchObject({ linked: true, login: "ada" });
    const rows = await world.cloud.database.db.selectFrom("code_host_account").select("sealed_token").execute();
    expect(rows.some(({ sealed_token }) => sealed_token.includes("gho_"))).toBe(false);
    expect(JSON.stringify(world.cloud.logged)).not.toContain("gho_");
  });

  test("GitHub's response is valid once, for the user who started the flow, and not with a forged state", async () => {
    const [ask, other] = [await world.newPerson(), await world.newPerson()];
    const { url } = await ask<{ url: string }>("POST /code-host/link", {});
    const answer = await agreeAt(url);
    const expired = errors.CODE_HOST_LINK_EXPIRED.message;
    await expect(other("POST /code-host/link/done", answer)).rejects.toThrow(expired);
    await expect(ask("POST /code-host/link/done", { ...answer, state: "made-up" })).rejects.toThrow(expired);
    await expect(ask("POST /code-host/link/done", { ...answer, code: "wrong" })).rejects.toThrow("GitHub refused");
    await expect(ask("POST /code-host/link/done", answer)).rejects.toThrow(expired);

    const again = await agreeAt((await ask<{ url: string }>("POST /code-host/link", {})).url);
    await world.cloud.database.db
      .updateTable("code_host_request")
      .set({ expires_at: new Date(0) })
      .execute();
    await expect(ask("POST /code-host/link/done", again)).rejects.toThrow(expired);
    expect(await ask("GET /code-host")).toMatchObject({ linked: false });
  });

  test("a return address on another site is refused", async () => {
    const ask = await world.newPerson();
    for (const returnTo of ["https://evil.example", "//evil.example", "/\\evil.example"])
      await expect(ask("POST /code-host/link", { returnTo }), returnTo).rejects.toThrow("422");
  });

  test("unlinking removes the account; its projects show how to continue", async () => {
    const remote = await world.gitHub.repository("ada/leaving");
    await remote.commit({ "index.html": "<p>bye" });
    const ask = await world.linkedPerson();
    const repository = await findHosted(ask, "leaving");
    const projectId = await projectFrom(ask, repository.id);
    await ask("DELETE /code-host");
    expect((await ask<{ items: unknown[] }>("GET /user/git-namespaces")).items).toHaveLength(1);
    await expect(ask(`POST /project/${projectId}/build`, {})).rejects.toThrow(
      "The GitHub account for ada/leaving is no longer linked. Connect GitHub again under New project.",
    );
    const { url } = await ask<{ url: string }>("POST /code-host/link", {});
    await ask("POST /code-host/link/done", await agreeAt(url));
    await ask(`POST /project/${projectId}/build`, {});
    expect((await ended(ask, projectId, 1))[0]).toMatchObject({ state: "success" });
  });

  test("an account revoked at GitHub is reported, and the built-in Git host stays available", async () => {
    const ask = await world.linkedPerson();
    world.gitHub.revoke();
    const { items, problem } = await ask<{ items: { ownerType: string }[]; problem: string }>(
      "GET /user/git-namespaces",
    );
    expect(items.map(({ ownerType }) => ownerType)).toEqual(["LOCAL"]);
    expect(problem).toBe("GitHub no longer accepts the linked account. Unlink it and connect it again.");
  });
});

describe("repositories of GitHub", () => {
  test("namespaces list the built-in Git host first, then the account and its organizations; lists are searchable, 20 a page", async () => {
    for (let index = 0; index < 23; index += 1)
      await world.gitHub.repository(`meadow/flower-${index}`, {
        pushedAt: new Date(1_700_000_000_000 + index * 1000).toISOString(),
      });
    const ask = await world.linkedPerson();
    const { items } = await ask<{ items: object[] }>("GET /user/git-namespaces");
    expect(items).toEqual([
      {
        githubId: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
        name: expect.any(String) as string,
        ownerType: "LOCAL",
      },
      { githubId: expect.stringMatching(/^\d+$/) as string, name: "ada", ownerType: "USER" },
      { githubId: "2", name: "meadow", ownerType: "ORGANIZATION" },
    ]);
    const list = (query: string) =>
      ask<{ repoList: Repository[]; totalCount: number }>(`GET /repo/refresh/list?githubId=2${query}`);
    const [first, second] = [await list(""), await list("&page=2")];
    expect([first.repoList.length, second.repoList.length, first.totalCount]).toEqual([20, 3, 23]);
    expect(first.repoList[0]).toMatchObject({
      provider: "GITHUB",
      namespace: "meadow",
      name: "flower-22",
      frameworkAdvice: "",
      cloneUrl: `${world.gitHub.url}/meadow/flower-22.git`,
      updatedAt: 1_700_000_022,
    });
    expect((await list("&word=flower-1")).totalCount).toBe(11);
    expect((await list('&word=flower-1"+user:ada')).repoList.every(({ namespace }) => namespace === "meadow")).toBe(
      true,
    );
    expect(
      (await list("")).repoList.map(({ id }) => id),
      "ids stay",
    ).toEqual(first.repoList.map(({ id }) => id));
    const own = (items[0] as { githubId: string }).githubId;
    const local = await ask<{ repoList: Repository[] }>(`GET /repo/refresh/list?githubId=${own}`);
    expect(local.repoList.every(({ provider }) => provider === "LOCAL")).toBe(true);
    await expect(ask("GET /repo/refresh/list?githubId=99")).rejects.toThrow("404");
  });

  test("branches, folders and the framework of a private repository are read with the linked account", async () => {
    const remote = await world.gitHub.repository("ada/private-app");
    await remote.commit({
      "web/package.json": '{"devDependencies":{"vite":"8"}}',
      "web/src/a.ts": "",
      "docs/a.md": "",
      ".nvmrc": "20",
    });
    await remote.commit({ "x.txt": "" }, { branch: "next" });
    const ask = await world.linkedPerson();
    const { id } = await findHosted(ask, "private-app");
    const { items } = await ask<{ items: { name: string }[] }>(`GET /project/branch/repo/${id}`);
    expect(items.map(({ name }) => name)).toEqual(["main", "next"]);
    expect(await ask(`GET /repo/${id}/dir`)).toEqual({ folders: ["docs", "web"] });
    expect(await ask(`GET /repo/${id}/dir?path=web&branch=main`)).toEqual({ folders: ["src"] });
    expect(await ask(`GET /project/detect-framework/${id}?rootDirectory=web`)).toMatchObject({
      framework: "vite",
      nodeVersion: "20",
    });
    const stranger = await world.linkedPerson();
    for (const line of [`GET /project/branch/repo/${id}`, `GET /repo/${id}/dir`])
      await expect(stranger(line), line).rejects.toThrow("404");
  });

  test("no other host's repository can be cloned or pushed to as if it were on the built-in Git host", async () => {
    await (await world.gitHub.repository("ada/not-ours")).commit({ "a.txt": "" });
    const ask = await world.linkedPerson();
    const { id, namespace, name } = await findHosted(ask, "not-ours");
    await ask(`GET /project/branch/repo/${id}`);
    const { token } = await ask<{ token: string }>("POST /user/token/new", { name: "laptop" });
    for (const path of [`${namespace}/${name}`, `mirrors/${id}`]) {
      const url = `${world.cloud.url.replace("://", `://ada:${token}@`)}/git/${path}.git`;
      await expect(promisify(execFile)("git", ["ls-remote", url]), path).rejects.toThrow("not found");
    }
  });

  test("Deploy builds the newest commit, and a push webhook from GitHub builds the next one", async () => {
    const remote = await world.gitHub.repository("ada/garden");
    await remote.commit({ "index.html": "<p>one" });
    const ask = await world.linkedPerson();
    const { id } = await findHosted(ask, "garden");
    await ask(`GET /project/branch/repo/${id}`);
    const projectId = await projectFrom(ask, id, { hookSwitch: true });
    const second = await remote.commit({ "index.html": "<p>two" });
    await ask(`POST /project/${projectId}/build`, {});
    expect((await ended(ask, projectId, 1))[0]).toMatchObject({ state: "success", commit: second });

    await expect.poll(() => world.gitHub.hooks.filter(({ fullName }) => fullName === "ada/garden").length).toBe(1);
    const third = await remote.push({ "index.html": "<p>three" }, { message: "Three" });
    expect(world.gitHub.deliveries.at(-1)).toBe(200);
    expect((await ended(ask, projectId, 2))[0]).toMatchObject({ state: "success", commit: third });

    expect(await world.gitHub.replay(), "the same delivery again is taken, and builds nothing").toBe(200);
    expect(await world.gitHub.replay({ delivery: randomUUID() })).toBe(200);
    expect(await world.gitHub.replay({ body: "{}" }), "what is not signed is refused").toBe(401);
    await ask(`PUT /project/${projectId}`, { hookSwitch: false });
    await expect.poll(() => world.gitHub.hooks.filter(({ fullName }) => fullName === "ada/garden").length).toBe(0);
    expect(await world.gitHub.replay(), "a hook that was removed is not heard").toBe(401);
    expect(await deploymentsOf(ask, projectId)).toHaveLength(2);
  });

  test("the webhook is removed with the last project that uses it", async () => {
    await (await world.gitHub.repository("ada/shared")).commit({ "index.html": "" });
    const ask = await world.linkedPerson();
    const { id } = await findHosted(ask, "shared");
    const projects = [await projectFrom(ask, id), await projectFrom(ask, id)];
    const hooks = () => world.gitHub.hooks.filter(({ fullName }) => fullName === "ada/shared").length;
    await expect.poll(hooks).toBe(1);
    await ask(`DELETE /project/${projects[0]}`);
    await ask(`PUT /project/${projects[1]}`, { hookSwitch: true });
    await expect.poll(hooks).toBe(1);
    await ask(`DELETE /project/${projects[1]}`);
    await expect.poll(hooks).toBe(0);
  });
});
