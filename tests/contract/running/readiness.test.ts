/** What /readyz answers when one module can't work, in the real process. */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { expectReady } from "../../support/server/ready.ts";

test("/readyz names the module that is not ready, and recovers with it", async () => {
  const data = join(await temporaryFolder(), "data");
  const url = await startCloudProcess(data).ready;
  await expectReady(url);
  const ask = async () => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, body: (await answer.json()) as { parts: Record<string, string> } };
  };
  expect((await ask()).body.parts).toMatchObject({
    "hosting.repositories": "ready",
    "storage.content-owners": "ready",
  });

  await rename(join(data, "git"), join(data, "git-away"));
  const { status, body } = await ask();
  expect(status).toBe(503);
  expect(Object.entries(body.parts).filter(([, state]) => state !== "ready")).toEqual([
    ["hosting.repositories", "not ready"],
  ]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  await rename(join(data, "git-away"), join(data, "git"));
  await expectReady(url);
});
