/** Kills a real server process at random moments, while rows are written and users sign in, and checks what is left. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect, vi } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../../src/cloud/engines/database/open.ts";
import { preparedDataFolder, processesOn, startCloudProcess } from "./cloud-process.ts";
import { expectReady } from "./ready.ts";
import { signIn } from "../account/sign-in.ts";

const longestWorkMs = 700;
const patience = { timeout: 90_000 };

/**
 * Every third kill happens during startup. In the end, all acknowledged writes must exist, and no process is left
 * running.
 */
export const expectNothingLostBy = async (kills: number): Promise<void> => {
  const dataDir = await preparedDataFolder();
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
      const [knownRows, knownPeople] = [acknowledged.rows.length, acknowledged.people.length];
      void writeRows(dataDir, acknowledged).catch(() => undefined);
      void signUsersIn(url, acknowledged).catch(() => undefined);
      // Ensures acknowledged writes before the kill, even on a slow machine.
      if (round % 3 === 1)
        await vi.waitFor(() => {
          expect(acknowledged.rows.length).toBeGreaterThan(knownRows);
          expect(acknowledged.people.length).toBeGreaterThan(knownPeople);
        }, patience);
      await delay(Math.random() * longestWorkMs);
    }
    await cloud.end("SIGKILL");
  }

  const cloud = startCloudProcess(dataDir);
  const url = await cloud.ready;
  await expectReady(url);
  const { rows } = await withClient(dataDir, (client) => client.query<{ n: number }>("select n from written"));
  const found = new Set(rows.map(({ n }) => n));
  expect(acknowledged.rows.filter((n) => !found.has(n))).toEqual([]);
  expect(acknowledged.rows.length).toBeGreaterThan(0);
  expect(acknowledged.people.length).toBeGreaterThan(0);
  for (const { token, uid } of acknowledged.people) expect(await uidOf(url, token)).toBe(uid);
  await cloud.end("SIGINT");
  expect(processesOn(dataDir)).toEqual([]);
};

interface Acknowledged {
  readonly rows: number[];
  readonly people: { readonly token: string; readonly uid: string }[];
}

/** Writes rows in sequence and records each once the database has acknowledged it. Ends when the database is gone. */
const writeRows = (dataDir: string, { rows }: Acknowledged): Promise<never> =>
  withClient(dataDir, async (client) => {
    for (;;) {
      const n = (rows.at(-1) ?? 0) + 1;
      await client.query("insert into written values ($1) on conflict do nothing", [n]);
      rows.push(n);
    }
  });

/** Signs in new users over HTTP and records each once the server has answered. Ends when the server is gone. */
const signUsersIn = async (url: string, { people: users }: Acknowledged): Promise<never> => {
  for (;;) {
    const { accessToken: token } = await signIn(url, privateKeyToAccount(generatePrivateKey()));
    users.push({ token, uid: await uidOf(url, token) });
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
