/** A full server with a local devnet: a wallet registers and pays in every way, and the server follows the chain. */
import { Contract, Signature, Wallet } from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, test, vi } from "vitest";
import type * as z from "zod/mini";
import type { packageList } from "../../../resources/billing/account-calls.ts";
import { chainOf } from "../../../resources/chains/chains.ts";
import {
  purchaseAbi,
  rechargeAbi,
  registrationAbi,
  usdAbi,
  type ContractAddresses,
} from "../../../resources/chains/contracts.ts";
import { registrationGas } from "../../../resources/chains/limits.ts";
import type { teamUsage } from "../../../resources/operator/overview.ts";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { land } from "../../support/billing/money.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { providerAt } from "../../../src/cloud/engines/evm/provider.ts";

const patience = { timeout: 90_000, interval: 200 };
const gasLimit = 600_000n;

let cloud: TestCloud;
let call: Call;
let contracts: ContractAddresses;
let wallet: Wallet;
let token: string;
let user: { uid: string; euid: string };
beforeAll(async () => {
  cloud = await testCloud({}, { newcomers: true });
  call = callerOf(cloud.url);
  const config = (await (await fetch(`${cloud.url}/config.json`)).json()) as RuntimeConfig;
  const polygon = config.chains.find(({ key }) => key === "polygon")!;
  contracts = polygon.contracts;
  const provider = providerAt(new URL(polygon.rpcUrl, cloud.url).href, chainOf("polygon")!.chainId);
  wallet = new Wallet(Wallet.createRandom().privateKey, provider);
  token = (await signIn(cloud.url, privateKeyToAccount(wallet.privateKey as `0x${string}`))).accessToken;
  user = (await call("GET /api/auth/user", { token })).body.data as typeof user;
  const faucet = { chain: "polygon", address: wallet.address };
  expect(await call("POST /api/resource/faucet", { token, body: faucet })).toMatchObject({ status: 200 });
});

const get = async <T>(path: string): Promise<T> => (await call(`GET /api/${path}`, { token })).body.data as T;
const landIs = (expected: bigint) =>
  vi.waitFor(
    async () => expect((await get<{ land: string }>("bill-consume/assets")).land).toBe(expected.toString()),
    patience,
  );
const send = async (address: string | undefined, abi: readonly string[], method: string, ...args: unknown[]) => {
  const sent = (await new Contract(address!, abi, wallet).getFunction(method)(...args)) as {
    wait(): Promise<{ hash: string }>;
  };
  return (await sent.wait()).hash;
};

test("a wallet registered with the server's signature is activated once the chain has confirmed it", async () => {
  expect(await get("auth/self-handled-register-apply")).toMatchObject({ handled: false, wallet: wallet.address });
  const pinningToken = () => call("POST /api/pinning/user/ipfs-pinning-service/token", { token });
  expect((await pinningToken()).body.code).toBe(100_077);
  const { sign } = await get<{ sign: string }>("auth/self-handled-register-sign-from-server?chain=polygon");
  const registration = new Contract(contracts.registration!, registrationAbi, wallet);
  await expect(registration.getFunction("registerAccount").staticCall(stranger, user.euid, sign)).rejects.toMatchObject(
    { revert: { name: "InvalidSignature" } },
  );
  const registering = [contracts.registration, registrationAbi, "registerAccount"] as const;
  const hash = await send(...registering, wallet.address, user.euid, sign, { gasLimit });
  // The offer shows the fee for this much gas.
  const { gasUsed } = (await wallet.provider!.getTransactionReceipt(hash))!;
  expect(gasUsed).toBeLessThanOrEqual(registrationGas);
  expect(gasUsed).toBeGreaterThan(registrationGas / 2n);
  await vi.waitFor(
    async () => expect(await get("auth/self-handled-register-apply")).toMatchObject({ handled: true, pending: false }),
    patience,
  );
  expect(await registration.getFunction("accountExists")(wallet.address)).toBe(true);
  expect((await pinningToken()).body.code).toBe(200);
});

test("LAND claimed with the chain's coin and with the stablecoin is in the balance to the unit", async () => {
  const price = (await new Contract(contracts.recharge!, rechargeAbi, wallet).getFunction("fetchPrice")()) as bigint;
  const value = (land(5_000_000) * 10n ** 18n + price * 1_000_000n - 1n) / (price * 1_000_000n);
  await send(contracts.recharge, rechargeAbi, "mintByETH", user.euid, { value, gasLimit });
  const first = ((value * price) / 10n ** 18n) * 1_000_000n;
  expect(first - land(5_000_000)).toBeLessThan(price);
  await landIs(first);

  await send(contracts.usd, usdAbi, "approve", contracts.recharge, 3_000_000n, { gasLimit });
  await send(contracts.recharge, rechargeAbi, "mint", contracts.usd, user.euid, 3_000_000n, { gasLimit });
  await landIs(first + land(3_000_000));

  await send(
    contracts.recharge,
    rechargeAbi,
    "mintWithPermit",
    contracts.usd,
    user.euid,
    2_000_000n,
    ...(await permit(2_000_000n)),
    {
      gasLimit,
    },
  );
  await landIs(first + land(5_000_000));
  const minted = await new Contract(contracts.recharge!, rechargeAbi, wallet).getFunction("minted")(user.euid);
  expect(minted).toBe(first + land(5_000_000));
  const { items } = await get<{ items: { status: string }[] }>("bill-consume/assets/record/list?size=20");
  expect(items.map(({ status }) => status)).toEqual(["CREDITED", "CREDITED", "CREDITED"]);
  expect(await get("bill-consume/common/gateway/status")).toEqual({ available: true });
  expect(await get("auth/activities/point/overview")).toMatchObject({ total: 300 });
});

test("resources bought on chain are granted", async () => {
  const seconds = 3600n;
  const usage = () => get<{ items: { resourceType: string; allowed: number }[] }>("resource/team/usage");
  const allowed = async () => (await usage()).items.find(({ resourceType }) => resourceType === "BUILD_TIME")!.allowed;
  const before = await allowed();
  const value = 10n ** 19n;
  await send(contracts.purchase, purchaseAbi, "purchase", user.euid, 0, seconds, 0, { value, gasLimit });
  await vi.waitFor(async () => expect(await allowed()).toBe(before + Number(seconds)), patience);
  // Overview and Billing show one meter.
  const { items } = await get<{ items: UsageItem[] }>("resource/team/usage");
  const { combo, realTimeItems } = await get<z.output<typeof packageList.reply>>("bill-consume/combo/user/list");
  const shownAs = (size: (item: UsageItem) => number) =>
    items.map((item) => ({ resourceType: item.resourceType, size: size(item) }));
  expect(realTimeItems).toEqual(shownAs(({ used }) => used));
  const inPackage = (item: { resourceType: string }) =>
    combo.resourceItems.some(({ resourceType }) => resourceType === item.resourceType);
  expect(combo.resourceItems).toEqual(shownAs(({ allowed }) => allowed).filter(inPackage));
  expect(combo.consumeItems).toEqual(shownAs(({ allowed, left }) => allowed - left).filter(inPackage));
  const past = new Contract(contracts.purchase!, purchaseAbi, wallet).getFunction("priceOf").staticCall(3, 1, 1);
  await expect(past).rejects.toMatchObject({ reason: "IPFS with invalid params" });
});

type UsageItem = z.output<typeof teamUsage.reply>["items"][number];

const stranger = `0x${"11".repeat(20)}`;

/** EIP-2612. */
const permit = async (amount: bigint) => {
  const usd = new Contract(contracts.usd!, usdAbi, wallet);
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 86_400);
  const { chainId } = await wallet.provider!.getNetwork();
  const domain = {
    name: (await usd.getFunction("name")()) as string,
    version: "1",
    chainId,
    verifyingContract: contracts.usd!,
  };
  const Permit = ["owner", "spender"].map((name) => ({ name, type: "address" }));
  Permit.push(...["value", "nonce", "deadline"].map((name) => ({ name, type: "uint256" })));
  const nonce = (await usd.getFunction("nonces")(wallet.address)) as bigint;
  const value = { owner: wallet.address, spender: contracts.recharge, value: amount, nonce, deadline };
  const { v, r, s } = Signature.from(await wallet.signTypedData(domain, { Permit }, value));
  return [deadline, v, r, s];
};
