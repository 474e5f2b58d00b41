import { beforeAll, expect, test } from "vitest";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

test("an upload is published and live, and its log says so from the first line to the last", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team, { name: "hello" });
  const id = await cloud.deployFiles(team, project, { "index.html": "<h1>hi</h1>", "a/b.txt": "b" });
  const ended = await cloud.ended(team, id);
  expect(ended).toMatchObject({ state: "success", file_count: 2, size_bytes: 12n });
  const site = await cloud.live(team, project);
  expect(site).toMatchObject({ live_cid: ended.cid, live_deployment_id: id, latest_state: "success" });
  const lines = await cloud.logOf(team, id);
  console.log(lines, cloud.events.map((e) => e.event.name), cloud.logged);
});
