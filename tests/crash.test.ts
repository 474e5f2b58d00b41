import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { embeddedAddress } from "../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../src/cloud/engines/database/open.ts";
import { signIn } from "./support/sign-in.ts";
import { processesOn, startCloudProcess, temporaryFolder } from "./support/cloud-process.ts";

const kills = 20;
const longestWorkMs = 700;

test("a cloud that is killed 20 times at random moments loses nothing it acknowledged, and leaves no process", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const acknowledged: Acknowledged = { rows: [], people: [] };
  const prepared = startCloudProcess(dataDir);
  await prepared.ready;
  await withClient(dataDir, (client) => client.query("create table written (n int primary key)"));
  await prepared.end("SIGKILL");

  let startUpMs = 1000;
  for (let round = 0; round < kills; round += 1) {
    const startedAt = Date.now();
    const cloud = startCloudProcess(dataDir);
    const diesWhileStarting = round % 3 === 0;
    if (diesWhileStarting) {
      await delay(Math.random() * startUpMs);
    } else {
      const url = await cloud.ready;
      startUpMs = Date.now() - startedAt;
      const known = acknowledged.people.length;
      void writeRows(dataDir, acknowledged).catch(() => undefined);
      void signPeopleIn(url, acknowledged).catch(() => undefined);
      // However slow the machine, some of those who were acknowledged are there to be lost.
      if (round % 3 === 1)
        await vi.waitFor(() => expect(acknowledged.people.length).toBeGreaterThan(known), { timeout: 20_000 });
      await delay(Math.random() * longestWorkMs);
    }
    await cloud.end("SIGKILL");
  }

  const cloud = startCloudProcess(dataDir);
  const url = await cloud.ready;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const { rows } = await withClient(dataDir, (client) => client.query<{ n: number }>("select n from written"));
  const found = new Set(rows.map(({ n }) => n));
  expect(acknowledged.rows.filter((n) => !found.has(n))).toEqual([]);
  expect(acknowledged.rows.length).toBeGreaterThan(0);
  expect(acknowledged.people.length).toBeGreaterThan(0);
  for (const { token, uid } of acknowledged.people) expect(await uidOf(url, token)).toBe(uid);
  await cloud.end("SIGINT");
  expect(processesOn(dataDir)).toEqual([]);
});

test("no process outlives a cloud that is killed", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  await cloud.ready;
  expect(processesOn(dataDir).length).toBeGreaterThan(0);
  await cloud.end("SIGKILL");
  await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), { timeout: 20_000, interval: 100 });
});

test("a database server that is killed is started again, and the cloud goes on", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  const url = await cloud.ready;
  const killed = postmasterOf(dataDir);
  process.kill(killed, "SIGKILL");
  // That it was down for a moment may be over before anybody looks; that another one runs stays.
  await vi.waitFor(() => expect(postmasterOf(dataDir)).not.toBe(killed), { timeout: 40_000, interval: 100 });
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), {
    timeout: 40_000,
    interval: 100,
  });
  await cloud.end("SIGTERM");
  expect(processesOn(dataDir)).toEqual([]);
});

test("a second cloud on the same data folder says where the first one runs", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const first = startCloudProcess(dataDir);
  const url = await first.ready;
  const second = startCloudProcess(dataDir);
  await expect(second.ready).rejects.toThrow(`is already running on ${dataDir} (process ${first.child.pid}) at ${url}`);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("a port that is taken is named in one sentence", async () => {
  const folder = await temporaryFolder();
  const first = startCloudProcess(join(folder, "one"));
  const { port } = new URL(await first.ready);
  const second = startCloudProcess(join(folder, "two"), { PORT: port });
  await expect(second.ready).rejects.toThrow(`Port ${port} is taken by another program. Set PORT to a free one.`);
  expect(second.output()).not.toContain("    at ");
});

interface Acknowledged {
  readonly rows: number[];
  readonly people: { readonly token: string; readonly uid: string }[];
}

/** One row after another; each is noted only after the database has acknowledged it. Ends when the database is gone. */
const writeRows = (dataDir: string, { rows }: Acknowledged): Promise<never> =>
  withClient(dataDir, async (client) => {
    for (;;) {
      const n = (rows.at(-1) ?? 0) + 1;
      await client.query("insert into written values ($1) on conflict do nothing", [n]);
      rows.push(n);
    }
  });

/** New people sign in over HTTP; each is noted only once the cloud has said who they are. Ends when the cloud is gone. */
const signPeopleIn = async (url: string, { people }: Acknowledged): Promise<never> => {
  for (;;) {
    const { accessToken: token } = await signIn(url, privateKeyToAccount(generatePrivateKey()));
    people.push({ token, uid: await uidOf(url, token) });
  }
};

const uidOf = async (url: string, token: string): Promise<string> => {
  const { data } = (await (await fetch(`${url}/api/auth/user`, { headers: { authorization: token } })).json()) as {
    data: { uid: string };
  };
  return data.uid;
};

const withClient = async <T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...(await embeddedAddress(join(dataDir, "postgres"))), database: databaseName });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8"), 10);
