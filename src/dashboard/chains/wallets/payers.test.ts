import { expect, test } from "vitest";
import type { Wallet } from "./discover.ts";
import { payersAmong } from "./payers.ts";
import type { WalletProvider } from "./provider.ts";

const provider: WalletProvider = { request: async () => null, on: () => undefined, removeListener: () => undefined };
const dev: Wallet = { key: "dev", name: "Dev wallet", walletType: "DEV", provider };
const metaMask: Wallet = { key: "mm", name: "MetaMask", walletType: "METAMASK", provider };
const okx: Wallet = { key: "okx", name: "OKX Wallet", walletType: "OKX", provider };
const missing: Wallet = { key: "cb", name: "Coinbase Wallet", walletType: "COINBASE" };

test("on public chains the wallet that the person signed in with comes first", () => {
  expect(payersAmong([metaMask, okx, missing], { key: "okx" }, { own: false }).wallets).toEqual([okx, metaMask]);
});

test("without its key in this browser it is found by its type", () => {
  expect(payersAmong([metaMask, okx], { walletType: "OKX" }, { own: false }).wallets[0]).toBe(okx);
});

test("a picked but missing wallet stands alone: the person is told how to get it", () => {
  expect(payersAmong([metaMask, missing], { walletType: "COINBASE" }, { own: false }).wallets).toEqual([missing]);
});

test("with none installed there is none", () => {
  expect(payersAmong([missing], { walletType: "BROWSER" }, { own: false }).wallets).toEqual([]);
});

test("while the instance runs its own chains, the wallet of the sign-in is refused, never replaced in silence", () => {
  const payers = payersAmong([dev, metaMask, okx], { key: "mm" }, { own: true });
  expect(payers).toEqual({ wallets: [dev], refused: metaMask });
  expect(payersAmong([dev, metaMask], { key: "dev" }, { own: true })).toEqual({ wallets: [dev] });
  expect(payersAmong([dev, missing], { walletType: "COINBASE" }, { own: true })).toEqual({ wallets: [dev] });
});

test("a wallet whose own node turned out to be this instance's is offered", () => {
  const payers = payersAmong([dev, metaMask, okx], { key: "mm" }, { own: true, proven: [metaMask] });
  expect(payers).toEqual({ wallets: [metaMask, dev] });
});
