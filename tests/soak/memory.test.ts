/** Measures the memory of the server's process under steady load. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { startCloudProcess, temporaryFolder } from "../support/server/cloud-process.ts";
import { withEmbeddedDatabase } from "../support/database/embedded-database.ts";
import { mixedLoad } from "../support/fuzz/mixed-load.ts";
import { unlockAllUsersOn } from "../support/billing/unlocks.ts";

/** `SOAK_MINUTES`: duration. */
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
/** Time for the heap to reach its working size and for caches to fill. */
const warmUpMs = Math.min(180_000, (minutes * 60_000) / 3);
const sampleMs = 2000;
const growthMax = 1.2;

test(`after ${minutes} minutes of puts and deploys, memory is within 20% of the first minute`, async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  const url = await cloud.ready;
  await unlockAllUsersOn(dataDir);
  const load = await mixedLoad(url, { pays: false });
  await withEmbeddedDatabase(dataDir, (database) =>
    database.query("update allowance_grant set amount = 1000000000000"),
  );
  load.start(url);
  await delay(warmUpMs);
  const samples: number[] = [];
  for (const endsAt = Date.now() + minutes * 60_000 - warmUpMs; Date.now() < endsAt; await delay(sampleMs))
    samples.push(await residentBytes(cloud.child.pid!));
  await load.stop();

  const perMinute = 60_000 / sampleMs;
  const [first, last] = [median(samples.slice(0, perMinute)), median(samples.slice(-perMinute))];
  const curve = Array.from({ length: Math.ceil(samples.length / perMinute) }, (_, minute) =>
    Math.round(median(samples.slice(minute * perMinute, (minute + 1) * perMinute)) / 1e6),
  );
  console.log(JSON.stringify({ megabytesByMinute: curve, ...load.counts() }));
  expect(last / first).toBeLessThan(growthMax);
});

const residentBytes = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))![1]) * 1024;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
