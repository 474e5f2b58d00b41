/** Web processes and owners on separate data directories, with one database: what one owner acknowledged, the next one has. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { JsonRpcProvider, Network, Wallet } from "ethers";
import { beforeAll, expect, test } from "vitest";
import { createLinkClient } from "../../../src/cloud/kernel/owner-link.ts";
import { unlockAllUsers } from "../../support/billing/unlocks.ts";
import { runningRollup } from "../../support/chains/running-rollup.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { patience } from "../../support/patience.ts";
import { testS3 } from "../../support/storage/s3.ts";
import { testDatabase, type TestDatabase } from "../../support/database/database.ts";
import { callerOf } from "../../support/server/api.ts";
import {
  startCloudProcess,
  temporaryFolder,
  testSecretKey,
  type CloudProcess,
} from "../../support/server/cloud-process.ts";

let database: TestDatabase;
let s3: Awaited<ReturnType<typeof testS3>>;
let url: string;
const owners = new Map<string, CloudProcess>();

const dataDirs = new Map<string, string>();

const start = async (role: string, name: string): Promise<CloudProcess> => {
  const dataDir = await temporaryFolder();
  dataDirs.set(name, dataDir);
  return startCloudProcess(dataDir, {
    DATABASE_URL: database.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    ROLE: role,
    WORKER_ID: name,
    EVM_BLOCK_MS: "100",
    DRAIN_SECONDS: "1",
  });
};

const startOwner = async (name: string): Promise<void> => {
  const owner = await start("owner", name);
  owners.set(name, owner);
  await owner.ready;
};

/** Returns the owner of a chain, by the name of its process. */
const ownerOf = async (lease: string): Promise<{ name: string; address: string } | undefined> =>
  database.db
    .selectFrom("owner_lease as l")
    .innerJoin("owner_process as p", "p.id", "l.holder")
    .select(["p.name", "p.address"])
    .where("l.name", "=", lease)
    .executeTakeFirst();

const fees = { gasLimit: 21_000n, maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1n };

/** Signs payments at a JSON-RPC URL of the web process. */
const payerAt = async (path: string, key: string, chainId: number) => {
  const network = new Network("of this test", chainId);
  const provider = new JsonRpcProvider(`${url}${path}`, network, { staticNetwork: network, cacheTimeout: -1 });
  atFileEnd(async () => provider.destroy());
  const wallet = new Wallet(key, provider);
  const sign = (nonce: number): Promise<string> =>
    wallet.signTransaction({ type: 2, chainId, nonce, to: `0x${"d0".repeat(20)}`, value: 1_000n, ...fees });
  const send = async (nonce: number): Promise<string> =>
    (await provider.send("eth_sendRawTransaction", [await sign(nonce)])) as string;
  /** Waits until the transaction is in a block. */
  const expectMined = async (hash: string, nonce: number): Promise<void> => {
    await expect
      .poll(() => provider.send("eth_getTransactionReceipt", [hash]), patience)
      .toMatchObject({ status: "0x1", from: wallet.address.toLowerCase() });
    expect(await provider.send("eth_getTransactionByHash", [hash])).toMatchObject({
      hash,
      nonce: `0x${nonce.toString(16)}`,
    });
  };
  return { provider, sign, send, expectMined };
};

const polygon = { lease: "evm:polygon", path: "/chain/polygon", chainId: 137 };
const key = Wallet.createRandom().privateKey;
let payer: Awaited<ReturnType<typeof payerAt>>;
let webDir: string;

const otherThan = (name: string): string => (name === "one" ? "two" : "one");

beforeAll(async () => {
  [database, s3] = [await testDatabase(), await testS3()];
  await unlockAllUsers(database);
  const web = await start("web,worker", "web");
  webDir = dataDirs.get("web")!;
  url = await web.ready;
  await Promise.all([startOwner("one"), startOwner("two")]);
  const gift = { chain: "polygon", address: new Wallet(key).address };
  expect(await callerOf(url)("POST /api/resource/faucet", { body: gift })).toMatchObject({ status: 200 });
  payer = await payerAt(polygon.path, key, polygon.chainId);
});

test("a transaction that an owner acknowledged is there after its kill, under another owner", async () => {
  const { name: killed } = (await ownerOf(polygon.lease))!;
  const hash = await payer.send(0);
  await owners.get(killed)!.end("SIGKILL");
  await payer.expectMined(hash, 0);
  expect((await ownerOf(polygon.lease))!.name).toBe(otherThan(killed));
  await startOwner(killed);
  expect(existsSync(join(webDir, "evm"))).toBe(false);
});

test("a paused owner that resumes after another one took over can't acknowledge", async () => {
  const { name, address } = (await ownerOf(polygon.lease))!;
  const link = createLinkClient({ INTERNAL_HOST: "127.0.0.1", INTERNAL_PORT: 0, SECRET_KEY: testSecretKey });
  const ask = (method: string, params: readonly unknown[]) =>
    link.post(address, `/${encodeURIComponent(polygon.lease)}`, { method, params }, new AbortController().signal);
  expect(await ask("eth_blockNumber", [])).toMatchObject({ status: 200 });
  const { child } = owners.get(name)!;
  child.kill("SIGSTOP");
  // Over a connection that is open: the owner reads it as soon as it resumes.
  const refused = ask("eth_sendRawTransaction", [await payer.sign(2)]);
  const hash = await payer.send(1);
  expect((await ownerOf(polygon.lease))!.name).toBe(otherThan(name));
  child.kill("SIGCONT");
  expect(await refused).toMatchObject({ status: 421 });
  link.close();
  await payer.expectMined(hash, 1);
  expect(await payer.provider.send("eth_getTransactionCount", [new Wallet(key).address, "pending"])).toBe("0x2");
});

test("two owners share the rollups, and the survivor takes over those of a killed one", async () => {
  const [first, second] = [await runningRollup(url, "Harbour"), await runningRollup(url, "Meadow")];
  const { name } = (await ownerOf(`rollup:${first.id}`))!;
  expect((await ownerOf(`rollup:${second.id}`))!.name).toBe(otherThan(name));
  const rich = await first.wallet();
  const sender = await payerAt(`/rollup/${first.chainId}`, rich.privateKey, Number(first.chainId));
  const hash = await sender.send(0);
  await owners.get(name)!.end("SIGKILL");
  await sender.expectMined(hash, 0);
  expect((await ownerOf(`rollup:${first.id}`))!.name).toBe(otherThan(name));
});
