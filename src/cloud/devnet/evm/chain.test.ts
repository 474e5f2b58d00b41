import { Contract, parseEther, Wallet } from "ethers";
import { beforeEach, describe, expect, test } from "vitest";
import { rechargeAbi, usdAbi } from "../../../../resources/chains/contracts.ts";
import { testEvm } from "../../../../tests/support/chains/evm.ts";
import { chainEnds, receiptOf } from "../../../../tests/support/chains/evm-chain.ts";

const evm = await testEvm();
const polygon = evm.find("polygon")!;
const gas = { gasLimit: 21_000n, maxPriorityFeePerGas: 1_000_000_000n };
const unit = 10n ** 18n;

test("an unused chain does not run, but has contract addresses", async () => {
  const scroll = evm.find("scroll")!;
  const rpcCall = { jsonrpc: "2.0", id: 1, method: "eth_chainId" };
  expect(await evm.handle("scroll", rpcCall)).toEqual({ jsonrpc: "2.0", id: 1, result: "0x82750" });
  expect(scroll.contracts.recharge).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(await scroll.hasHistory()).toBe(false);
  expect(scroll.isRunning()).toBe(false);
});

test("the faucet gives an address the chain's coin and the stablecoin, worth a thousand dollars each", async () => {
  const { wallet, provider } = await evm.richWallet("polygon");
  expect(await provider.getBalance(wallet.address)).toBe(4_000n * unit);
  const usd = new Contract(polygon.contracts.usd!, usdAbi, provider);
  expect(await usd.getFunction("balanceOf").staticCall(wallet.address)).toBe(1_000_000_000n);
});

test("the contracts are at their announced addresses, and coins cost the reference price", async () => {
  const provider = await polygon.connect();
  for (const address of Object.values(polygon.contracts))
    expect((await provider.getCode(address)).length).toBeGreaterThan(100);
  const recharge = new Contract(polygon.contracts.recharge!, rechargeAbi, provider);
  expect(await recharge.getFunction("fetchPrice").staticCall()).toBe(unit / 4n);
});

test("a deposit mints LAND at the reference price, and blocks follow until it is confirmed", async () => {
  const { wallet, provider } = await evm.richWallet("polygon");
  const recharge = new Contract(polygon.contracts.recharge!, rechargeAbi, wallet);
  const account = `0x${"5a".repeat(32)}`;
  const sent = await recharge.getFunction("mintByETH").send(account, { value: parseEther("20") });
  const receipt = await receiptOf(provider, sent, polygon.confirmations);
  expect(receipt.status).toBe(1);
  expect(await recharge.getFunction("minted").staticCall(account)).toBe(5_000_000n * unit);
  expect(await chainEnds(evm, polygon)).toBe(receipt.blockNumber + polygon.confirmations + 1);
});

describe("while a transaction is pending", async () => {
  // This instance creates a block once a minute; the other one on request.
  const accepting = await testEvm({ blockMs: 60_000, database: evm.database });
  const mine = (): Promise<void> => polygon.resume();
  const { wallet: rich } = await evm.richWallet("polygon");
  const provider = await accepting.find("polygon")!.connect();
  const wallet = rich.connect(provider);
  beforeEach(async () => void (await chainEnds(evm, polygon)));
  const fresh = (): string => Wallet.createRandom().address;
  const fee = (gwei: bigint) => ({ ...gas, maxFeePerGas: gwei * 1_000_000_000n });

  test("one with a higher fee replaces it, and waiting for the first fails with 'transaction was replaced'", async () => {
    const first = await wallet.sendTransaction({ to: fresh(), value: 1n, ...fee(3n) });
    const waiting = first.wait(1).catch((error: unknown) => error);
    const second = await wallet.sendTransaction({ to: fresh(), value: 2n, nonce: first.nonce, ...fee(6n) });
    // A listener added after the last block would receive none.
    await expect.poll(() => provider.listenerCount("block")).toBeGreaterThan(0);
    await mine();
    expect(await waiting).toMatchObject({ code: "TRANSACTION_REPLACED", reason: "replaced" });
    expect((await receiptOf(provider, second)).status).toBe(1);
    expect(await provider.getTransactionReceipt(first.hash)).toBe(null);
  });

  test("one with the same fee is rejected as underpriced", async () => {
    const first = await wallet.sendTransaction({ to: fresh(), value: 1n, ...fee(3n) });
    const cheaper = wallet.sendTransaction({ to: fresh(), value: 2n, nonce: first.nonce, ...fee(3n) });
    await expect(cheaper).rejects.toMatchObject({ code: "REPLACEMENT_UNDERPRICED" });
    await mine();
    expect((await receiptOf(provider, first)).status).toBe(1);
  });

  test("sending it again returns the same hash", async () => {
    const nonce = await wallet.getNonce("pending");
    const signed = await wallet.signTransaction({ type: 2, chainId: 137, nonce, to: fresh(), value: 1n, ...fee(3n) });
    const hash = (await provider.send("eth_sendRawTransaction", [signed])) as string;
    expect(await provider.send("eth_sendRawTransaction", [signed])).toBe(hash);
    await mine();
    expect((await receiptOf(provider, { hash })).status).toBe(1);
  });

  test("one with a later nonce waits for the one before it", async () => {
    const nonce = await wallet.getNonce("pending");
    const early = await wallet.sendTransaction({ to: fresh(), value: 1n, nonce: nonce + 1, ...fee(3n) });
    await mine();
    await wallet.sendTransaction({ to: fresh(), value: 1n, nonce, ...fee(3n) });
    await mine();
    expect((await receiptOf(provider, early)).status).toBe(1);
  });

  test("one that the sender can't pay is rejected", async () => {
    const poor = Wallet.createRandom().connect(provider);
    const sent = poor.sendTransaction({ to: fresh(), value: 1n, ...fee(3n) });
    await expect(sent).rejects.toMatchObject({ code: "INSUFFICIENT_FUNDS" });
  });
});

test("on an idle chain, calls use the current time, not that of the last block", async () => {
  const { provider } = await evm.richWallet("polygon");
  await chainEnds(evm, polygon);
  // TIMESTAMP, stored and returned.
  const rpcCall = { data: "0x425f5260205ff3" };
  const now = Number(await provider.call(rpcCall));
  expect(Math.abs(now - Date.now() / 1000)).toBeLessThan(60);
  const { number, timestamp } = (await provider.getBlock("latest"))!;
  expect(Number(await provider.call({ ...rpcCall, blockTag: number }))).toBe(timestamp);
});
