import { verifyMessage, verifyTypedData } from "viem";
import { describe, expect, test } from "vitest";
import { memoryKeys } from "../../../../../tests/support/chains/wallet/memory-keys.ts";
import { currentAccount, currentChainId, onAccountChange, requestAccount, signText } from "../requests.ts";
import type { Approval, Approve } from "./approval.ts";
import { createDevProvider } from "./dev-provider.ts";

const privateKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const walletThat = (approve: Approve) =>
  createDevProvider({
    keys: memoryKeys(privateKey),
    loadSigner: () => import("./signer.ts"),
    approve,
    chains: [
      { chainId: 1, name: "Ethereum" },
      { chainId: 137, name: "Polygon" },
    ],
    chainId: 1,
    origin: "http://localhost:4040",
  });

const approveAll: Approve = async () => true;

describe("the built-in wallet", () => {
  test("signs an approved request, and the signature can be verified", async () => {
    const wallet = walletThat(approveAll);
    const account = await requestAccount(wallet);
    const signature = await signText(wallet, account, "Grüße ✓");
    expect(account).toBe(address);
    expect(await verifyMessage({ address, message: "Grüße ✓", signature: signature as `0x${string}` })).toBe(true);
  });

  test("signs typed data as declared: with the domain's type, lists, and types that the message doesn't use", async () => {
    const wallet = walletThat(approveAll);
    await requestAccount(wallet);
    const types = {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
      Item: [{ name: "label", type: "string" }],
      Order: [
        { name: "amount", type: "uint256" },
        { name: "items", type: "Item[2][]" },
      ],
      Unused: [{ name: "order", type: "Order" }],
    } as const;
    const domain = { name: "Freehold", chainId: 1, verifyingContract: address } as const;
    const items = [[{ label: "apple" }, { label: "Grüße" }]];
    const data = { domain, types, primaryType: "Order", message: { amount: "5", items } } as const;
    const request = { method: "eth_signTypedData_v4", params: [address, JSON.stringify(data)] };
    const signature = (await wallet.request(request)) as `0x${string}`;
    const message = { amount: 5n, items } as never;
    expect(await verifyTypedData({ ...data, domain: { ...domain, chainId: 1n }, message, address, signature })).toBe(
      true,
    );
  });

  test("shows the user the text itself, not its bytes", async () => {
    const approvals: Approval[] = [];
    const wallet = walletThat(async (approval) => approvals.push(approval) > 0);
    await signText(wallet, await requestAccount(wallet), "Sign in to Freehold.");
    expect(approvals.at(-1)).toEqual({ kind: "sign", address, text: "Sign in to Freehold." });
  });

  test("a decline is 4001 and connects nothing", async () => {
    const wallet = walletThat(async () => false);
    await expect(requestAccount(wallet)).rejects.toMatchObject({ code: 4001 });
    expect(await currentAccount(wallet)).toBeUndefined();
  });

  test("signing before connecting, or for another account, is 4100", async () => {
    const wallet = walletThat(approveAll);
    await expect(signText(wallet, address, "x")).rejects.toMatchObject({ code: 4100 });
    await requestAccount(wallet);
    await expect(signText(wallet, `0x${"11".repeat(20)}`, "x")).rejects.toMatchObject({ code: 4100 });
  });

  test("a second request while one is open is -32002", async () => {
    const open: ((isApproved: boolean) => void)[] = [];
    const wallet = walletThat(() => new Promise((resolve) => open.push(resolve)));
    const first = requestAccount(wallet);
    await expect.poll(() => open.length).toBe(1);
    await expect(requestAccount(wallet)).rejects.toMatchObject({ code: -32002 });
    open[0]!(true);
    expect(await first).toBe(address);
  });

  test("an unknown network is 4902, a malformed chain id -32602, a known one is switched to", async () => {
    const wallet = walletThat(approveAll);
    const changes: unknown[] = [];
    wallet.on("chainChanged", (chainId) => changes.push(chainId));
    const switchTo = (chainId: unknown) =>
      wallet.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
    await expect(switchTo("0x5")).rejects.toMatchObject({ code: 4902 });
    await expect(switchTo(137)).rejects.toMatchObject({ code: -32602 });
    await switchTo("0x89");
    expect(await currentChainId(wallet)).toBe(137);
    expect(changes).toEqual(["0x89"]);
  });

  test("an unsupported method is 4200", async () => {
    await expect(walletThat(approveAll).request({ method: "eth_nonsense" })).rejects.toMatchObject({ code: 4200 });
  });

  test("notifies listeners of connection and disconnection, until they unsubscribe", async () => {
    const wallet = walletThat(approveAll);
    const seen: (string | undefined)[] = [];
    const stop = onAccountChange(wallet, (account) => seen.push(account));
    await requestAccount(wallet);
    await wallet.request({ method: "wallet_revokePermissions" });
    stop();
    await requestAccount(wallet);
    expect(seen).toEqual([address, undefined]);
  });
});
