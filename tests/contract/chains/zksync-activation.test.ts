/**
 * A transfer on the server's local zkSync Lite ledger activates an account, with a registration on Polygon sent by the
 * server.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, test, vi } from "vitest";
import { zkSyncActivationWei } from "../../../resources/chains/zksync-limits.ts";
import { callerOf } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { askLiteAt, newLiteWallet } from "../../support/chains/zksync-lite.ts";

const patience = { timeout: 90_000, interval: 200 };

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" }, { newcomers: true });
});

const newUser = async () => {
  const call = callerOf(cloud.url);
  const account = privateKeyToAccount(generatePrivateKey());
  const { accessToken: token } = await signIn(cloud.url, account);
  const get = async <T>(path: string) => (await call(`GET /api/auth/${path}`, { token })).body.data as T;
  const offer = await get<{ wallet: string; collector: string; amount: string; rpcUrl: string }>(
    "self-handled-register-zksync",
  );
  const wallet = await newLiteWallet(askLiteAt(new URL(offer.rpcUrl, cloud.url)), account);
  const body = { chain: "zksync-lite", address: account.address };
  expect(await call("POST /api/resource/faucet", { token, body })).toMatchObject({ status: 200 });
  await wallet.setKey();
  const find = () => call("POST /api/auth/self-handled-register-zksync", { token });
  return { ...wallet, offer, find, state: () => get<{ handled: boolean }>("self-handled-register-apply") };
};

test("Registration counts as done on zkSync Lite when a qualifying transfer is found: the server registers the wallet on Polygon", async () => {
  const ada = await newUser();
  const { offer } = ada;
  expect(offer).toMatchObject({ wallet: ada.address, amount: "500000000000000" });
  expect((await ada.find()).body.data).toEqual({ found: false });

  await ada.transfer(offer.collector, zkSyncActivationWei - 1_000_000n);
  expect((await ada.find()).body.data).toEqual({ found: false });

  await ada.transfer(offer.collector, zkSyncActivationWei);
  // Two simultaneous calls register it once.
  const answers = await Promise.all([ada.find(), ada.find()]);
  expect(answers.map(({ body }) => body.data)).toEqual([{ found: true }, { found: true }]);
  await vi.waitFor(async () => expect(await ada.state()).toMatchObject({ handled: true }), patience);
  const { rows } = await cloud.database.pool.query("select chain, wallet from activation");
  expect(rows).toEqual([{ chain: "polygon", wallet: ada.address }]);
  expect((await ada.find()).body.data).toEqual({ found: true });
});

test("another user's transfer activates no one else", async () => {
  const [ada, eve] = [await newUser(), await newUser()];
  await ada.transfer(ada.offer.collector, zkSyncActivationWei);
  expect((await eve.find()).body.data).toEqual({ found: false });
  expect(await eve.state()).toMatchObject({ handled: false });
});
