import { beforeAll, expect, test } from "vitest";
import { projects } from "../../../../resources/hosting/projects.ts";
import { environmentVariablesPerProject } from "../../../../resources/limits.ts";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting.ts";
import { editProject } from "./edit-project.ts";
import type { Settings } from "./projects.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
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
  const twice = schema.safeParse([...variables.slice(2), variables[3]!]).error?.issues;
  expect(twice).toMatchObject([{ path: [99, "key"], message: "This name is already used above." }]);
  await edit(team, id, { env: variables.slice(1) });
  for (const input of [{ currentBranch: "" }, { rootDirectory: "../x" }, { outputDirectory: "/etc" }]) {
    await expect(edit(team, id, input)).rejects.toMatchObject({
      fields: { [Object.keys(input)[0]!]: [expect.any(String)] },
    });
  }
});
