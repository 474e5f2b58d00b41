import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { arweaveKeyFile } from "../../../../../tests/support/storage/arweave-key.ts";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { startDuties } from "../../../../../tests/support/server/duties.ts";
import { testHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { createArweaveHandler } from "../../../storage/arweave/handler.ts";
import { presentDeployment } from "../present.ts";

const onArweave = async () => {
  const cloud = await testHosting({ ARWEAVE_KEY_FILE: arweaveKeyFile });
  const handler = createArweaveHandler(cloud.engines.arweave.handle!, { contentDomain: "localhost" });
  const server = createServer((request, response) => void handler.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const duties = await startDuties(cloud.database, cloud.arweave.duties);
  await cloud.hosting.work();
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
    await duties.close();
  });
  const { port } = server.address() as AddressInfo;
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/arweave/${path}`);
    return [answer.status, answer.headers.get("content-type"), await answer.text()];
  };
  return { cloud, read };
};

test("a project on Arweave is one path manifest over its files and is also served by this server", async () => {
  const { cloud, read } = await onArweave();
  const team = await cloud.team();
  const project = await cloud.project(team, { name: "meadow", platform: "AR", rewrite: true });
  const files = { "index.html": "<h1>Meadow</h1>", "a/b.txt": "bee", "empty.css": "" };
  const row = await cloud.ended(team, await cloud.deployFiles(team, project, files));
  expect(row).toMatchObject({ state: "success", platform: "AR" });
  const { arHash, platformUrl } = presentDeployment(row, { cidUrl: (cid) => cid, siteUrl: (name) => name });
  expect(platformUrl).toMatch(new RegExp(`/arweave/${arHash!}$`));
  expect(await read(arHash!)).toEqual([200, "text/html; charset=utf-8", "<h1>Meadow</h1>"]);
  expect(await read(`${arHash!}/a/b.txt`)).toEqual([200, "text/plain; charset=utf-8", "bee"]);
  expect(await read(`${arHash!}/empty.css`)).toEqual([200, "text/css; charset=utf-8", ""]);
  expect((await read(`${arHash!}/no/such/page`))[2]).toBe("<h1>Meadow</h1>");
  const { label } = await cloud.live(team, project);
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "<h1>Meadow</h1>" });

  const sent = async () => (await cloud.engines.database.db.selectFrom("arweave_item").select("id").execute()).length;
  const before = await sent();
  const again = await cloud.ended(team, await cloud.deployFiles(team, project, { ...files, "a/b.txt": "wasp" }));
  expect(again.state).toBe("success");
  expect((await sent()) - before).toBe(2);
});

test("a site that needs more AR storage than the team has is not published", async () => {
  const { cloud } = await onArweave();
  const team = await cloud.team();
  await cloud.limit(team, "AR_STORAGE", 10);
  const project = await cloud.project(team, { name: "large", platform: "AR" });
  const row = await cloud.ended(team, await cloud.deployFiles(team, project, { "index.html": "x".repeat(200_000) }));
  expect(row.state).toBe("failure");
  expect(row.error_message).toContain("more AR storage");
});
