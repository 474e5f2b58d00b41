import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { serveGit, type GitServer } from "../../../../../tests/support/git/git-server.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";

let host: GitServer;
let cloud: TestHosting;
beforeAll(async () => {
  host = await serveGit();
  cloud = await testHosting({ GIT_PRIVATE_HOSTS: host.host });
});

const projectOf = async (url: string): Promise<{ team: string; project: string; mirror: string }> => {
  const team = await cloud.team();
  const id = randomUUID();
  await cloud.db
    .insertInto("repository")
    .values({
      id,
      team_id: team,
      namespace: host.host,
      name: "site",
      provider: "URL",
      remote_url: url,
      external_id: url,
      default_branch: "main",
      framework: "",
    })
    .execute();
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: id });
  return { team, project, mirror: join(cloud.dataDir, "mirrors", `${id}.git`) };
};

test("a worker whose mirror lacks the commit fetches it, even if no branch has it any more", async () => {
  const remote = await host.create("stale");
  const first = await remote.commit({ "index.html": "<p>first" });
  const { team, project, mirror } = await projectOf(remote.url);
  const queued = await cloud.build(team, project);
  expect(await cloud.deployment(team, queued)).toMatchObject({ commit_hash: first, author: "Ada" });

  await remote.commit({ "index.html": "<p>rewritten" }, { force: true });
  await rm(mirror, { recursive: true });
  await cloud.hosting.work();
  expect(await cloud.ended(team, queued)).toMatchObject({ state: "success", commit_hash: first });
  const { label } = await cloud.live(team, project);
  expect((await cloud.visit(label)).text).toBe("<p>first");
});

test("a deleted repository is refused with a message, and the live site is unchanged", async () => {
  const remote = await host.create("vanishing", "main");
  await remote.commit({ "index.html": "<p>here" });
  const { team, project, mirror } = await projectOf(remote.url);
  await cloud.ended(team, await cloud.build(team, project));
  const { label } = await cloud.live(team, project);
  host.redirect("/git/vanishing.git", `http://${host.host}/git/nowhere.git`);
  await expect(cloud.build(team, project)).rejects.toThrow("No repository found at this URL");
  await rm(mirror, { recursive: true });
  expect((await cloud.visit(label)).text).toBe("<p>here");
});
