import { describe, expect, test } from "vitest";
import { chainOf } from "../../../../resources/chains/chains.ts";
import { ProviderError, type WalletProvider, type WalletRequest } from "../wallets/provider.ts";
import type { EvmNetwork } from "./networks.ts";
import { probeNetwork } from "./probe-network.ts";
import { switchChain } from "./switch-chain.ts";

const polygon: EvmNetwork = {
  key: "polygon",
  chain: chainOf("polygon")!,
  chainId: 137,
  rpcUrl: "http://localhost:4040/chain/polygon",
  contracts: {},
  own: true,
};

const unknown = new ProviderError(4902, "Unrecognized chain ID");
const hidden = new ProviderError(-32603, "Internal JSON-RPC error.", { originalError: { code: 4902 } });

/** A wallet on Ethereum that does not have Polygon at first, and refuses it with `refusal`. */
const walletWithout = (refusal: Error, { staysAfterAdding = false } = {}) => {
  const requests: WalletRequest[] = [];
  let chainId = 1;
  let isAdded = false;
  const provider: WalletProvider = {
    request: async (request) => {
      requests.push(request);
      if (request.method === "eth_chainId") return `0x${chainId.toString(16)}`;
      if (request.method === "wallet_switchEthereumChain" && !isAdded) throw refusal;
      if (request.method === "wallet_addEthereumChain") isAdded = true;
      if (!staysAfterAdding || request.method === "wallet_switchEthereumChain") chainId = 137;
      return null;
    },
    on: () => undefined,
    removeListener: () => undefined,
  };
  return {
    provider,
    requests,
    methods: () => requests.map(({ method }) => method).filter((method) => method !== "eth_chainId"),
  };
};

describe("chain switch", () => {
  test.each([
    ["Chain switch error code 4902 triggers adding the chain", unknown],
    ["a 4902 inside -32603, as mobile wallets have it, does too", hidden],
  ])("%s", async (_, refusal) => {
    const wallet = walletWithout(refusal);
    await switchChain(wallet.provider, polygon);
    expect(wallet.methods()).toEqual(["wallet_switchEthereumChain", "wallet_addEthereumChain"]);
    expect(wallet.requests.find(({ method }) => method === "wallet_addEthereumChain")!.params).toEqual([
      {
        chainId: "0x89",
        chainName: "Polygon",
        nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
        rpcUrls: ["http://localhost:4040/chain/polygon"],
      },
    ]);
  });

  test("a wallet that adds a network without switching to it is asked to switch", async () => {
    const wallet = walletWithout(unknown, { staysAfterAdding: true });
    await switchChain(wallet.provider, polygon);
    expect(wallet.methods().at(-1)).toBe("wallet_switchEthereumChain");
  });

  test("the user's rejection is passed on, and nothing is added", async () => {
    const wallet = walletWithout(new ProviderError(4001, "User rejected the request."));
    await expect(switchChain(wallet.provider, polygon)).rejects.toMatchObject({ code: 4001 });
    expect(wallet.methods()).toEqual(["wallet_switchEthereumChain"]);
  });

  test("a public chain is added with its explorer", async () => {
    const wallet = walletWithout(unknown);
    await switchChain(wallet.provider, { ...polygon, own: false });
    expect(wallet.requests.find(({ method }) => method === "wallet_addEthereumChain")!.params![0]).toMatchObject({
      blockExplorerUrls: ["https://polygonscan.com"],
    });
  });
});

describe("the wallet network probe retries 3 times", () => {
  const failing = (times: number): WalletProvider & { attempts: number } => ({
    attempts: 0,
    async request() {
      this.attempts += 1;
      if (this.attempts <= times) throw new Error("could not detect network");
      return "0x89";
    },
    on: () => undefined,
    removeListener: () => undefined,
  });

  test("two failures are no error", async () => {
    expect(await probeNetwork(failing(2), 0)).toBe(137);
  });

  test("the third one is", async () => {
    const wallet = failing(3);
    await expect(probeNetwork(wallet, 0)).rejects.toThrow("could not detect network");
    expect(wallet.attempts).toBe(3);
  });
});
