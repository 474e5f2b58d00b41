import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { nameRepeated, repeatedNames } from "../../../../../resources/hosting/environment.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { environmentVariablesPerProject, projectNameMax, projectsPerTeam } from "../../../../../resources/limits.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { listProjects, searchProjects } from "./project-reads.ts";
import { checkName, deleteProject, editProject, renameProject } from "./projects.ts";
import type { Settings } from "../sources/sources.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
});

const page = { page: 1, size: 10 };
const namesOf = async (team: string, query = {}): Promise<string[]> =>
  (await listProjects(cloud.db, team, { ...page, ...query })).rows.map(({ name }) => name);

/** Creates projects in the order of their names; `states` gives some a newest deployment in that state. */
const projectsNamed = async (names: string[], states: Record<string, "success" | "failure"> = {}) => {
  const team = await cloud.team();
  const ids: Record<string, string> = {};
  for (const name of names) {
    const id = (ids[name] = await cloud.project(team, { name }));
    if (!states[name]) continue;
    const taskId = await cloud.build(team, id, { uploadId: "x" });
    const ended = { state: states[name], ended_at: sql<Date>`now()` };
    await cloud.db.updateTable("deployment").set(ended).where("id", "=", taskId).execute();
    if (states[name] === "success")
      await cloud.db
        .updateTable("project")
        .set({ live_deployment_id: taskId, live_cid: "b" })
        .where("id", "=", id)
        .execute();
  }
  return { team, ids };
};

test("projects are listed last changed first, paged, with a total", async () => {
  const { team, ids } = await projectsNamed(["a", "b", "c"]);
  await cloud.inTrx((trx) => editProject(cloud.hosting.deps, trx, team, ids.a!, { rewrite: true }));
  expect(await namesOf(team)).toEqual(["a", "c", "b"]);
  expect(await namesOf(team, { page: 2, size: 2 })).toEqual(["b"]);
  const beyond = await listProjects(cloud.db, team, { page: 9, size: 2 });
  expect(beyond).toEqual({ rows: [], total: 3 });
});

test("the list is searched by a part of the name, and pattern characters are plain text", async () => {
  const { team } = await projectsNamed(["shop", "my-shop-2", "blog"]);
  expect(await namesOf(team, { keyword: "SHOP" })).toEqual(["my-shop-2", "shop"]);
  expect(await namesOf(team, { keyword: "%" })).toEqual([]);
  expect(await searchProjects(cloud.db, team, "shop", 1)).toMatchObject([{ name: "shop" }]);
});

test("the list is filtered by the state of the newest deployment, and ACTIVE lists live projects", async () => {
  const { team } = await projectsNamed(["good", "bad", "new"], { good: "success", bad: "failure" });
  expect(await namesOf(team, { state: "FAILURE" })).toEqual(["bad"]);
  expect(await namesOf(team, { sortType: "ACTIVE" })).toEqual(["good"]);
  const { rows, total } = await listProjects(cloud.db, team, { ...page, sortType: "ALL" });
  expect(total).toBe(3);
  expect(rows.map(({ latest_state, deployments }) => [latest_state, deployments])).toEqual([
    [null, 0n],
    ["failure", 1n],
    ["success", 1n],
  ]);
});

test("a team's list is read by an index, regardless of other teams' projects", async () => {
  const { team } = await projectsNamed(["mine"]);
  const stranger = await cloud.team();
  await sql`
    insert into project (id, team_id, name, label, platform, deploy_type)
    select gen_random_uuid(), ${stranger}, 'p' || n, 'l', 'IPFS', 'UPLOAD' from generate_series(1, 5000) as n
  `.execute(cloud.db);
  await sql`analyze project`.execute(cloud.db);
  const plan = await sql<{ "QUERY PLAN": string }>`
    explain select * from project where team_id = ${team} order by updated_at desc, id desc limit 10
  `.execute(cloud.db);
  expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("project_team");
});

test("a team can't have more projects than the limit", async () => {
  const team = await cloud.team();
  await sql`
    insert into project (id, team_id, name, label, platform, deploy_type)
    select gen_random_uuid(), ${team}, 'p' || n, 'l', 'IPFS', 'UPLOAD' from generate_series(1, ${projectsPerTeam}::int) as n
  `.execute(cloud.db);
  await expect(cloud.project(team)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
});

test("a name is unique in a team, also when several projects are created at the same time", async () => {
  const team = await cloud.team();
  const created = await Promise.allSettled(Array.from({ length: 6 }, () => cloud.project(team, { name: "only" })));
  expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of created)
    if (result.status === "rejected")
      expect(result.reason).toMatchObject({
        code: "INVALID_INPUT",
        fields: { name: ["Your team already has a project named only. Try only-2."] },
      });
  expect(await cloud.project(await cloud.team(), { name: "only" })).toBeTypeOf("string");
});

test("a renamed project keeps its address, and never gets the name of another one, also at the same time", async () => {
  const team = await cloud.team();
  const [first, second, third] = await Promise.all(
    ["quarry", "mill", "forge"].map((name) => cloud.project(team, { name })),
  );
  const rename = (id: string, name: string, owner = team) =>
    cloud.db.transaction().execute((trx) => renameProject(trx, owner, id, name));
  const before = await cloud.live(team, first!);
  await rename(first!, "quarry-shop");
  await rename(first!, "quarry-shop");
  expect(await cloud.live(team, first!)).toMatchObject({ name: "quarry-shop", label: before.label });
  await expect(rename(second!, "quarry-shop")).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { name: ["Your team already has a project named quarry-shop."] },
  });
  const both = await Promise.allSettled([rename(second!, "barn"), rename(third!, "barn")]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(rename(first!, "other", await cloud.team())).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("when an exact host name is required, a taken or reserved one is refused with an available name", async () => {
  await cloud.project(await cloud.team(), { name: "harbor" });
  const team = await cloud.team();
  const exact = (name: string) => cloud.project(team, { name, exactAddress: true });
  await expect(exact("harbor")).rejects.toMatchObject({
    fields: { name: ["The address harbor is already taken. Try harbor-2."] },
  });
  await expect(exact("api")).rejects.toMatchObject({ fields: { name: [expect.stringContaining("Try api-2.")] } });
  const id = await exact("harbor-2");
  expect((await cloud.live(team, id)).label).toBe("harbor-2");
  const attempts = await Promise.allSettled(
    (await Promise.all([cloud.team(), cloud.team()])).map((other) =>
      cloud.project(other, { name: "pier", exactAddress: true }),
    ),
  );
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a name is checked before a project is created, and the suggestion is available to this team", async () => {
  const team = await cloud.team();
  await cloud.project(team, { name: "mill" });
  await cloud.project(await cloud.team(), { name: "mill-2" });
  const check = (name: string) => checkName(cloud.hosting.deps, cloud.db, team, name);
  expect(await check("mill")).toEqual({
    available: false,
    message: "Your team already has a project named mill.",
    suggestion: "mill-3",
  });
  expect(await check("mill-2")).toMatchObject({ message: "The address mill-2 is already taken." });
  expect(await check("mill-3")).toEqual({ available: true });
  const long = "m".repeat(projectNameMax);
  await cloud.project(team, { name: long });
  expect((await check(long)).suggestion).toBe(`${"m".repeat(projectNameMax - 2)}-2`);
});

test("existing projects that share a name keep it, and no new project can use it while one of them exists", async () => {
  const team = await cloud.team();
  const older = await cloud.project(team, { name: "twin" });
  const legacyProject = {
    team_id: team,
    name: "twin",
    label: "twin-x",
    platform: "IPFS",
    deploy_type: "UPLOAD",
  } as const;
  await cloud.db
    .insertInto("project")
    .values({ id: randomUUID(), ...legacyProject, shares_name: true })
    .execute();
  await cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, team, older));
  await expect(cloud.project(team, { name: "twin" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a repository project requires a repository of the same team", async () => {
  const team = await cloud.team();
  const foreign = await cloud.repository(await cloud.team(), { "index.html": "x" });
  const settings = { deployType: "REPOSITORY", repoId: foreign.id } as const;
  await expect(cloud.project(team, settings)).rejects.toMatchObject({ fields: { repoId: [expect.any(String)] } });
});

test("names of environment variables are unique", () => {
  const named = (...keys: string[]) => keys.map((key) => ({ key, value: "1" }));
  expect(repeatedNames(named("A", "B"))).toEqual([]);
  expect(repeatedNames(named("A", "A"))).toEqual([1]);
});

test("projects and deployments are counted per team and in total", async () => {
  const before = await cloud.hosting.totals(cloud.db);
  const { team } = await projectsNamed(["good", "bad"], { good: "success", bad: "failure" });
  const after = await cloud.hosting.totals(cloud.db);
  expect(after.sites - before.sites).toBe(1);
  expect(after.deployments - before.deployments).toBe(2);
  expect(await cloud.hosting.ofTeam(cloud.db, team)).toEqual({ projects: 2, deployments: 2 });
});

const edit = (team: string, id: string, input: Settings) =>
  cloud.inTrx((trx) => editProject(cloud.hosting.deps, trx, team, id, input));

const repositoryProject = async () => {
  const team = await cloud.team();
  const { id: repoId } = await cloud.repository(team, { "index.html": "x" });
  return { team, id: await cloud.project(team, { deployType: "REPOSITORY", repoId }) };
};

test("Git and Environment Variables are refused for hash and CLI projects, each on its field", async () => {
  const team = await cloud.team();
  const id = await cloud.project(team);
  const refused = edit(team, id, { rewrite: true, currentBranch: "next", hookSwitch: true, env: [] });
  await expect(refused).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: {
      currentBranch: [expect.any(String)],
      hookSwitch: [expect.any(String)],
      env: [expect.any(String)],
    },
  });
  expect(await cloud.live(team, id)).toMatchObject({ rewrite: false });
  await edit(team, id, { rewrite: true, directoryList: true });
  expect(await cloud.live(team, id)).toMatchObject({ rewrite: true, directory_list: true });
});

test("a repository project accepts each setting and keeps the omitted ones", async () => {
  const { team, id } = await repositoryProject();
  await edit(team, id, { buildCommand: "make", rootDirectory: "./apps/web/", nodeVersion: "22" });
  await edit(team, id, { currentBranch: "next", hookSwitch: false, previews: false, outputDirectory: "out" });
  expect(await cloud.live(team, id)).toMatchObject({
    build_command: "make",
    root_directory: "apps/web",
    node_version: "22",
    branch: "next",
    deploys_on_push: false,
    previews: false,
    output_directory: "out",
  });
});

test("a project has at most a hundred environment variables, a branch, and folders inside its repository", async () => {
  const { team, id } = await repositoryProject();
  const variables = Array.from({ length: environmentVariablesPerProject + 1 }, (_, n) => ({
    key: `K${n}`,
    value: "v",
  }));
  const { schema } = projects.fields.env;
  expect(schema.safeParse(variables).error?.issues).toMatchObject([{ path: [], code: "too_big" }]);
  await expect(edit(team, id, { env: [...variables.slice(2), variables[3]!] })).rejects.toMatchObject({
    fields: { "env.99.key": [nameRepeated] },
  });
  await edit(team, id, { env: variables.slice(1) });
  for (const input of [{ currentBranch: "" }, { rootDirectory: "../x" }, { outputDirectory: "/etc" }]) {
    await expect(edit(team, id, input)).rejects.toMatchObject({
      fields: { [Object.keys(input)[0]!]: [expect.any(String)] },
    });
  }
});
