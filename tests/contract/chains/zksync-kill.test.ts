/** Kills the server of the local zkSync Lite ledger. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { zkSyncActivationWei } from "../../../resources/chains/zksync-limits.ts";
import { callerOf } from "../../support/server/api.ts";
import { processesOn, startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { askLiteAt, newLiteWallet } from "../../support/chains/zksync-lite.ts";

const dataDir = await temporaryFolder();
const { url: databaseUrl } = await testDatabase();
const start = () => startCloudProcess(dataDir, { DATABASE_URL: databaseUrl, EVM_BLOCK_MS: "50" });

test("killed right after answering a transfer, the server keeps it and finds it for the activation", async () => {
  const first = start();
  const url = await first.ready;
  const account = privateKeyToAccount(generatePrivateKey());
  const { accessToken: token } = await signIn(url, account);
  const call = callerOf(url);
  const offer = (await call("GET /api/auth/self-handled-register-zksync", { token })).body.data as {
    collector: string;
    rpcUrl: string;
  };
  const faucet = { chain: "zksync-lite", address: account.address };
  expect(await call("POST /api/resource/faucet", { token, body: faucet })).toMatchObject({ status: 200 });
  const wallet = await newLiteWallet(askLiteAt(new URL(offer.rpcUrl, url)), account);
  await wallet.setKey();
  const hash = await wallet.transfer(offer.collector, zkSyncActivationWei);
  const before = await wallet.info();
  await first.end("SIGKILL");
  await expect.poll(() => processesOn(dataDir)).toEqual([]);

  const second = start();
  const again = await second.ready;
  const ask = askLiteAt(new URL(offer.rpcUrl, again));
  expect(await ask("account_info", account.address)).toEqual(before);
  expect(await ask("tx_info", hash)).toMatchObject({ executed: true, success: true });
  // The found transfer is queued in the same transaction as the answer.
  const found = await callerOf(again)("POST /api/auth/self-handled-register-zksync", { token });
  expect(found.body.data).toEqual({ found: true });
  await second.end("SIGTERM");
  await expect.poll(() => processesOn(dataDir)).toEqual([]);
});
