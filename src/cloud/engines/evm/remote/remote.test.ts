import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEther } from "ethers";
import { pino } from "pino";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { testDatabase } from "../../../../../tests/support/database/database.ts";
import { createSecretBox } from "../../../kernel/secret-box.ts";
import { openKeys } from "../keys.ts";
import { startAnvil } from "../../../devnet/evm/node/anvil.ts";
import { openRemoteEvm } from "./open.ts";

const folder = await mkdtemp(join(tmpdir(), "freehold-remote-"));
atFileEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
const { db } = await testDatabase();
const keys = await openKeys(db, createSecretBox({ DATA_DIR: folder, SECRET_KEY: undefined }));
const log = pino({ level: "silent" });
/** A node that simulates a public one with external blocks. */
const node = await startAnvil({ chainId: 137, folder: join(folder, "node"), genesisAt: 1_700_000_000 });
atFileEnd(node.stop);
const contracts = { recharge: "0x00000000000000000000000000000000000000c1" };

const open = async (chains: unknown) => {
  const path = join(folder, `chains-${Math.random()}.json`);
  await writeFile(path, typeof chains === "string" ? chains : JSON.stringify(chains));
  const evm = await openRemoteEvm(path, keys, log, 20);
  atFileEnd(evm.close);
  return evm;
};

test("a public chain has the file's settings, and the chain's defaults for the others", async () => {
  const { chains, embedded, handle, faucet } = await open({ polygon: { rpcUrl: node.url, contracts, startBlock: 5 } });
  expect({ embedded, handle, faucet }).toEqual({ embedded: false, handle: undefined, faucet: undefined });
  expect(chains).toHaveLength(1);
  expect(chains[0]).toMatchObject({ key: "polygon", chainId: 137, contracts, startBlock: 5, confirmations: 8 });
  expect(await chains[0]!.hasHistory()).toBe(true);
});

test("the server's RPC URL is not shown to wallets", async () => {
  const { find } = await open({ polygon: { rpcUrl: `${node.url}/secret`, contracts } });
  expect(find("polygon")!.rpcUrl).toBe("https://polygon-rpc.com");
  expect(JSON.stringify(find("polygon"))).not.toContain("secret");
});

test("new blocks are reported until the last listener is removed", async () => {
  const evm = await open({ polygon: { rpcUrl: node.url, contracts } });
  const notified: string[] = [];
  const stop = evm.onBlocks((key) => notified.push(key));
  await node.request("evm_mine");
  await expect.poll(() => notified).toContain("polygon");
  notified.length = 0;
  await node.request("evm_mine");
  await expect.poll(() => notified).toContain("polygon");
  stop();
});

test("transactions are signed and sent by role, concurrent ones in order", async () => {
  const evm = await open({ polygon: { rpcUrl: node.url, contracts } });
  const relayer = await evm.find("polygon")!.signer("relayer");
  await node.request("anvil_setBalance", [relayer.address, "0xde0b6b3a7640000"]);
  const to = "0x00000000000000000000000000000000000000a1";
  const sent = await Promise.all([1n, 2n].map((value) => relayer.sendTransaction({ to, value })));
  expect(sent[1]!.nonce).toBe(sent[0]!.nonce + 1);
  await node.request("evm_mine");
  const provider = await evm.find("polygon")!.connect();
  expect(await provider.getBalance(to)).toBe(3n);
  expect(await provider.getBalance(relayer.address)).toBeLessThan(parseEther("1"));
});

test("a node of another chain is rejected", async () => {
  const evm = await open({ ethereum: { rpcUrl: node.url, contracts } });
  await expect(evm.find("ethereum")!.connect()).rejects.toThrow("ethereum's node is on chain 137, not 1.");
});

test.each([
  ["no JSON", "{", "is not valid"],
  ["an unknown chain", { dogechain: { rpcUrl: "http://a.b", contracts } }, "dogechain"],
  ["a contract that is no address", { polygon: { rpcUrl: "http://a.b", contracts: { recharge: "0x1" } } }, "recharge"],
  [
    "a test network without an address for wallets",
    { bsc: { rpcUrl: "http://a.b", chainId: 97, contracts } },
    "walletRpcUrl",
  ],
])("a file with %s is rejected with one sentence", async (_name, chains, word) => {
  await expect(open(chains)).rejects.toThrow(word);
});
