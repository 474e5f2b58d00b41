import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import {
  preparedDataFolder,
  processesOn,
  startCloudProcess,
  temporaryFolder,
} from "../../support/server/cloud-process.ts";
import { expectNothingLostBy } from "../../support/server/killed-cloud.ts";
import { expectReady } from "../../support/server/ready.ts";

// The soak tests do so 20 times (tests/soak).
test("a server killed during its start and during writes loses no acknowledged write and leaves no process running", () =>
  expectNothingLostBy(2));

test("a killed database server is restarted and the server continues; when the server is killed, no process is left running", async () => {
  const dataDir = await preparedDataFolder();
  const cloud = startCloudProcess(dataDir);
  const url = await cloud.ready;
  const killed = postmasterOf(dataDir);
  process.kill(killed, "SIGKILL");
  // The downtime can end before it is noticed; the new process stays.
  await vi.waitFor(() => expect(postmasterOf(dataDir)).not.toBe(killed), { timeout: 90_000, interval: 100 });
  await expectReady(url);
  expect(processesOn(dataDir).length).toBeGreaterThan(0);
  await cloud.end("SIGKILL");
  await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), { timeout: 90_000, interval: 100 });
});

test("a second instance reports in one sentence where the first one uses its data directory, or that its port is taken", async () => {
  const [folder, dataDir] = [await temporaryFolder(), await preparedDataFolder()];
  const first = startCloudProcess(dataDir);
  const url = await first.ready;
  const { port } = new URL(url);
  const [onFolder, onPort] = [startCloudProcess(dataDir), startCloudProcess(join(folder, "two"), { PORT: port })];
  await expect(onFolder.ready).rejects.toThrow(
    `is already running on ${dataDir} (process ${first.child.pid}) at ${url}`,
  );
  await expect(onPort.ready).rejects.toThrow(`Port ${port} is already in use. Set PORT to a free port.`);
  expect(onPort.output()).not.toContain("    at ");
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8"), 10);
