import { Contract } from "ethers";
import { expect, test } from "vitest";
import { rechargeAbi, usdAbi } from "../../../../../resources/contracts.ts";
import { testEvm } from "../../../../../tests/support/evm.ts";

const evm = await testEvm();

test("a chain that nobody asked for does not run, and names its contracts all the same", async () => {
  const scroll = evm.find("scroll")!;
  expect(await scroll.hasHistory()).toBe(false);
  expect(await evm.handle("scroll", { jsonrpc: "2.0", id: 1, method: "eth_chainId" })).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: "0x82750",
  });
  expect(scroll.contracts.recharge).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(scroll.isRunning()).toBe(false);
});

test("the faucet gives an address the chain's coin and the stablecoin, worth a thousand dollars each", async () => {
  const { wallet, provider } = await evm.richWallet("polygon");
  expect(await provider.getBalance(wallet.address)).toBe(4_000n * 10n ** 18n);
  const usd = new Contract(evm.find("polygon")!.contracts.usd!, usdAbi, provider);
  expect(await usd.getFunction("balanceOf").staticCall(wallet.address)).toBe(1_000_000_000n);
  const recharge = new Contract(evm.find("polygon")!.contracts.recharge!, rechargeAbi, provider);
  expect(await recharge.getFunction("fetchPrice").staticCall()).toBe(25n * 10n ** 16n);
});
