import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { arweaveKey } from "../../../../tests/support/storage/arweave-key.ts";
import { arweaveClient, testArweave } from "../../../../tests/support/storage/arweave.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";

const nodeFile = join(import.meta.dirname, "../../../../tests/support/storage/arweave-node.ts");

/** Starts a weave in a separate process on the same data. */
const startNode = async (databaseUrl: string, dataDir: string) => {
  const child = spawn(process.execPath, [nodeFile, databaseUrl, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  atFileEnd(async () => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { client: arweaveClient(Number(line.toString())), kill };
};

test("kill -9 loses no accepted transaction and no chunk: an upload resumes", async () => {
  const weave = await testArweave();
  const data = randomBytes(700 * 1024);
  const first = await startNode(weave.database.url, weave.dataDir);
  const { client } = first;
  const jwk = arweaveKey as Parameters<typeof client.transactions.sign>[1];

  const small = await client.createTransaction({ data: "acknowledged" }, jwk);
  await client.transactions.sign(small, jwk);
  const large = await client.createTransaction({ data }, jwk);
  await client.transactions.sign(large, jwk);
  expect((await client.api.post("tx", { ...JSON.parse(JSON.stringify(large)), data: "" })).status).toBe(200);
  expect((await client.api.post("chunk", large.getChunk(0, data))).status).toBe(200);
  expect((await client.transactions.post(small)).status).toBe(200);
  await first.kill();

  const second = await startNode(weave.database.url, weave.dataDir);
  expect((await second.client.transactions.getStatus(small.id)).status).toBe(202);
  for (let index = 1; index < large.chunks!.chunks.length; index += 1)
    expect((await second.client.api.post("chunk", large.getChunk(index, data))).status).toBe(200);
  await second.kill();

  await weave.weave.mine();
  expect(await (await weave.get(`/${small.id}`)).text()).toBe("acknowledged");
  expect(Buffer.from(await (await weave.get(`/${large.id}`)).arrayBuffer()).equals(data)).toBe(true);
});
