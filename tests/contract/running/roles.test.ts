import { expect, test } from "vitest";
import { newOwner } from "../../support/account/owner.ts";
import { sharedBy, testCloud } from "../../support/server/cloud.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { ask } from "../../support/server/http.ts";

test("a process with ROLE=gateway serves sites and content, and neither the dashboard nor the API", async () => {
  const web = await testCloud();
  const gateway = await testCloud({
    ROLE: "gateway",
    ...sharedBy(web),
  });
  const owner = await newOwner(web.url);
  await owner.site("orchard", "Apples");
  const at = (host: string, path: string) => ask(gateway.port, host, path);
  await expect.poll(async () => (await at("orchard.localhost", "/")).body.toString()).toContain("Apples");
  expect((await at("localhost", "/ipfs/bafkqabtimvwgy3yk")).body.toString()).toBe("hello\n");
  for (const path of [
    "/",
    "/projects",
    "/config.json",
    "/openapi.json",
    "/api/hosting/project/v3/list",
    "/s3/",
    "/git/a",
  ])
    expect((await at("localhost", path)).status, path).toBe(404);
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect((await at("localhost", path)).status, path).toBe(200);
  const socket = await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`);
  expect(socket.status).toBe(404);
});

test("a process with ROLE=worker listens on no port, and doesn't ask to open it", async () => {
  const worker = startCloudProcess(await temporaryFolder(), {
    DATABASE_URL: (await testDatabase()).url,
    ROLE: "worker",
  });
  expect(await worker.ready).toBe("");
  expect(worker.output()).toContain("Freehold is ready as worker");
  expect(worker.output()).not.toMatch(/open it|http:/i);
  await worker.end("SIGTERM");
});
