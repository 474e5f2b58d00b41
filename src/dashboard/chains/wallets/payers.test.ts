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
  expect(payersAmong([metaMask, okx, missing], { key: "okx" }, { own: false })).toEqual([okx, metaMask]);
});

test("without its key in this browser it is found by its type", () => {
  expect(payersAmong([metaMask, okx], { walletType: "OKX" }, { own: false })[0]).toBe(okx);
});

test("a picked but missing wallet stands alone: the person is told how to get it", () => {
  expect(payersAmong([metaMask, missing], { walletType: "COINBASE" }, { own: false })).toEqual([missing]);
});

test("with none installed there is none", () => {
  expect(payersAmong([missing], { walletType: "BROWSER" }, { own: false })).toEqual([]);
});

test("while the cloud runs its own chains only the built-in wallet is offered", () => {
  expect(payersAmong([dev, metaMask, okx], { key: "mm" }, { own: true })).toEqual([dev]);
});

test("unless a wallet's own node turned out to be this cloud's", () => {
  expect(payersAmong([dev, metaMask, okx], { key: "mm" }, { own: true, proven: [metaMask] })).toEqual([metaMask, dev]);
});
