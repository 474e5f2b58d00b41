import { beforeAll, expect, test } from "vitest";
import { errors } from "../../../../../resources/declare/errors.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { listDeployments } from "../deployment-reads.ts";
import { deployPush } from "./push.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

const deploymentsOf = async (projectId: string) => {
  const { team_id } = await cloud.db
    .selectFrom("project")
    .select("team_id")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return (await listDeployments(cloud.db, team_id, { page: 1, size: 100, projectId })).rows;
};

const connected = async (settings = {}) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "0" });
  const project = await cloud.project(team, {
    deployType: "REPOSITORY",
    repoId: repository.id,
    buildCommand: "sleep 0.3",
    ...settings,
  });
  const { label } = await cloud.live(team, project);
  return { team, repository, project, label };
};

test("a push deploys with its commit, message and author", async () => {
  const { team, repository, project, label } = await connected();
  const hash = await repository.push({ "index.html": "pushed" }, { message: "Say more" });
  const [row] = await deploymentsOf(project);
  expect(row).toMatchObject({ trigger: "push", commit_hash: hash, message: "Say more", author: "Ada", branch: "main" });
  expect(await cloud.ended(team, row!.id)).toMatchObject({ state: "success" });
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "pushed" });
});

test("two rapid pushes are both built in order, and the second is live", async () => {
  const { team, repository, project, label } = await connected();
  const hashes = [await repository.push({ "index.html": "one" }), await repository.push({ "index.html": "two" })];
  const rows = await deploymentsOf(project);
  expect(rows.map(({ commit_hash }) => commit_hash)).toEqual(hashes.toReversed());
  const [second, first] = await Promise.all(rows.map(({ id }) => cloud.ended(team, id)));
  expect([first!.state, second!.state]).toEqual(["success", "success"]);
  expect(second!.started_at!.getTime()).toBeGreaterThanOrEqual(first!.ended_at!.getTime());
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "two" });
});

test("a push deploys every project on its branch that deploys on push, and no other", async () => {
  const { team, repository, project } = await connected({ buildCommand: "", previews: false });
  const settings = { deployType: "REPOSITORY", repoId: repository.id, previews: false } as const;
  const secondProject = await cloud.project(team, settings);
  const quiet = await cloud.project(team, { ...settings, hookSwitch: false });
  const beta = await cloud.project(team, { ...settings, currentBranch: "beta" });
  await repository.push({ "index.html": "main" });
  await repository.push({ "index.html": "beta" }, { branch: "beta" });
  const counts = await Promise.all(
    [project, secondProject, quiet, beta].map(async (id) => (await deploymentsOf(id)).length),
  );
  expect(counts).toEqual([1, 1, 0, 1]);
});

test("a push reported twice is deployed once", async () => {
  const { team, repository, project } = await connected({ buildCommand: "" });
  const webhookPush = async (branch: string) => {
    const hash = await repository.push({ "index.html": branch }, { branch });
    const commit = (await cloud.hosting.deps.repositories.commit(cloud.db, repository, hash))!;
    const push = { repositoryId: repository.id, teamId: team, branch, commit };
    await Promise.all([deployPush(cloud.hosting.deps, push), deployPush(cloud.hosting.deps, push)]);
  };
  await webhookPush("main");
  await webhookPush("next");
  expect((await deploymentsOf(project)).map(({ branch }) => branch)).toEqual(["next", "main"]);
});

test("a push without build time left is a failed deployment with the reason, and the push succeeds", async () => {
  const { team, repository, project } = await connected();
  await cloud.limit(team, "BUILD_TIME", 0);
  await repository.push({ "index.html": "too much" });
  const [row] = await deploymentsOf(project);
  expect(row).toMatchObject({ state: "failure", error_message: errors.ALLOWANCE_USED_UP.message, log_lines: 1 });
  expect((await cloud.logOf(team, row!.id)).map(({ content }) => content)).toEqual([errors.ALLOWANCE_USED_UP.message]);
});
