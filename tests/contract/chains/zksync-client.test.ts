/** The dashboard's signatures for zkSync Lite, accepted by the local ledger. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { toHex } from "viem/utils";
import { beforeAll, expect, test } from "vitest";
import { zkSyncActivationWei, zkSyncFaucetWei, zkSyncTransferFeeWei } from "../../../resources/chains/zksync-limits.ts";
import { openEmbeddedZkSyncLite } from "../../../src/cloud/devnet/zksync-lite/open.ts";
import type { ZkSyncLite } from "../../../src/cloud/engines/zksync-lite/zksync-lite.ts";
import { registerZkSyncLite } from "../../../src/cloud/chains/zksync-lite.ts";
import { chainProblem } from "../../../src/dashboard/chains/evm/problem.ts";
import { openZkSyncCrypto } from "../../../src/dashboard/chains/zksync/crypto.ts";
import { zkSyncLedgerAt, type ZkSyncLedger } from "../../../src/dashboard/chains/zksync/ledger.ts";
import { solventAccount, transferOnZkSync } from "../../../src/dashboard/chains/zksync/transfer.ts";
import { testDatabase } from "../../support/database/database.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { oneProcess } from "../../support/server/owners.ts";

const collector = `0x${"C0".repeat(20)}`;
const payment = { to: collector, amount: zkSyncActivationWei };

let lite: ZkSyncLite;
let ledger: ZkSyncLedger;
let compiled: WebAssembly.Module;
beforeAll(async () => {
  lite = await openEmbeddedZkSyncLite(await testDatabase(), oneProcess().owners, pino({ level: "silent" }));
  const app = fastify();
  registerZkSyncLite(app, lite);
  await app.listen({ port: 0, host: "127.0.0.1" });
  atFileEnd(() => app.close());
  ledger = zkSyncLedgerAt(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/zksync/jsrpc`);
  const file = createRequire(import.meta.url).resolve("zksync-crypto/dist/zksync-crypto-web_bg.wasm");
  compiled = await WebAssembly.compile(await readFile(file));
});

/** Creates a user with a wallet that counts its signature requests. */
const newUser = () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const asked: string[] = [];
  const signer = {
    address: account.address,
    signText: (message: string) => (asked.push(message), account.signMessage({ message })),
    signBytes: (bytes: Uint8Array) => (asked.push("bytes"), account.signMessage({ message: { raw: toHex(bytes) } })),
  };
  return { parts: { ledger, signer, loadCrypto: () => openZkSyncCrypto(compiled) }, address: account.address, asked };
};

test("zkSync transfer: the wallet signs the key's seed, the key and the transfer, and the second time no key", async () => {
  const { parts, address, asked } = newUser();
  await lite.faucet!(address);
  const hash = await transferOnZkSync(parts, payment);
  expect(asked).toEqual([
    "Access zkSync account.\n\nOnly sign this message for a trusted client!",
    "bytes",
    `Transfer 0.0005 ETH to: ${collector.toLowerCase()}\nFee: 0.00002 ETH\nNonce: 1`,
  ]);
  expect((await lite.transactions(address))[0]).toMatchObject({ txHash: hash, op: { amount: "500000000000000" } });
  await transferOnZkSync(parts, payment);
  expect(asked).toHaveLength(5);
  expect((await ledger.account(address))!.balance).toBe(
    zkSyncFaucetWei - 2n * (zkSyncActivationWei + zkSyncTransferFeeWei),
  );
});

test("the zkSync balance must be strictly above the fee, else 'insufficient balance'", async () => {
  const { parts, address, asked } = newUser();
  await lite.faucet!(address);
  await expect(solventAccount(parts, zkSyncFaucetWei - 1n)).resolves.toMatchObject({ balance: zkSyncFaucetWei });
  const exact = await transferOnZkSync(parts, { to: collector, amount: zkSyncFaucetWei }).catch(
    (error: unknown) => error,
  );
  expect(exact).toMatchObject({ message: "insufficient balance" });
  expect(chainProblem(exact)).toMatchObject({ message: "Insufficient balance in your wallet." });
  expect(asked).toEqual([]);
});

test("zkSync with no account funds: 'Your zkSync account doesn't have enough ETH, please recharge it.'", async () => {
  const { parts, asked } = newUser();
  const failed = await transferOnZkSync(parts, payment).catch((error: unknown) => error);
  expect(chainProblem(failed)).toMatchObject({
    kind: "zksync-empty",
    message: "Your zkSync account doesn't have enough ETH, please recharge it.",
  });
  expect(asked).toEqual([]);
});
