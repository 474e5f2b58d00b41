import { expect, test } from "vitest";
import type { Wallet } from "./discover.ts";
import { payersAmong } from "./payers.ts";
import type { WalletProvider } from "./provider.ts";

const provider: WalletProvider = { request: async () => null, on: () => undefined, removeListener: () => undefined };
const dev: Wallet = { key: "dev", name: "Dev wallet", walletType: "DEV", provider };
const metaMask: Wallet = { key: "mm", name: "MetaMask", walletType: "METAMASK", provider };
const okx: Wallet = { key: "okx", name: "OKX Wallet", walletType: "OKX", provider };
const missing: Wallet = { key: "cb", name: "Coinbase Wallet", walletType: "COINBASE" };

test("on public chains the sign-in wallet comes first", () => {
  expect(payersAmong([metaMask, okx, missing], { key: "okx" }, { own: false }).wallets).toEqual([okx, metaMask]);
});

test("without its key in this browser it is found by its type", () => {
  expect(payersAmong([metaMask, okx], { walletType: "OKX" }, { own: false }).wallets[0]).toBe(okx);
});

test("a preferred but missing wallet is the only one, with an install link", () => {
  expect(payersAmong([metaMask, missing], { walletType: "COINBASE" }, { own: false }).wallets).toEqual([missing]);
});

test("without installed wallets the list is empty", () => {
  expect(payersAmong([missing], { walletType: "BROWSER" }, { own: false }).wallets).toEqual([]);
});

test("while the instance runs its own chains, the sign-in wallet is refused, never replaced silently", () => {
  const payers = payersAmong([dev, metaMask, okx], { key: "mm" }, { own: true });
  expect(payers).toEqual({ wallets: [dev], refused: metaMask });
  expect(payersAmong([dev, metaMask], { key: "dev" }, { own: true })).toEqual({ wallets: [dev] });
  expect(payersAmong([dev, missing], { walletType: "COINBASE" }, { own: true })).toEqual({ wallets: [dev] });
});

test("a wallet whose own node is this instance's is offered", () => {
  const payers = payersAmong([dev, metaMask, okx], { key: "mm" }, { own: true, proven: [metaMask] });
  expect(payers).toEqual({ wallets: [metaMask, dev] });
});
