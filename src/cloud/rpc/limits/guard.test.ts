import { Wallet } from "ethers";
import { expect, test } from "vitest";
import type { RpcAllowType } from "../../../../resources/rpc/keys.ts";
import { guardOf } from "./guard.ts";

const guard = (...entries: readonly (readonly [RpcAllowType, string])[]) =>
  guardOf(entries.map(([type, value]) => ({ type, value })));
const client = { origin: "https://shop.example", agent: "my-shop/1.2 (linux)", ip: "10.1.2.3", token: undefined };
const contract = `0x${"c0".repeat(20)}`;
const other = `0x${"d0".repeat(20)}`;

test("without entries every client and request is allowed", () => {
  expect(guard().refusedClient({ ...client, origin: undefined })).toBeUndefined();
  expect(guard().refusedRequest({ method: "eth_call", params: [{ to: other }] })).toBeUndefined();
});

test("a client must match one entry of each type that has entries", () => {
  const both = guard(
    ["origin", "https://a.example"],
    ["origin", "*.example"],
    ["agent", "My-Shop"],
    ["ip", "10.0.0.0/8"],
  );
  expect(both.refusedClient(client)).toBeUndefined();
  expect(both.refusedClient({ ...client, origin: "https://elsewhere.test" })).toBe("origin");
  expect(both.refusedClient({ ...client, origin: undefined })).toBe("origin");
  expect(both.refusedClient({ ...client, agent: "curl/8" })).toBe("agent");
  expect(both.refusedClient({ ...client, ip: "11.1.2.3" })).toBe("ip");
  expect(both.refusedClient({ ...client, ip: "::ffff:10.9.9.9" })).toBeUndefined();
});

test("an origin must match exactly: scheme, host and port", () => {
  const fits = (pattern: string, origin: string): boolean =>
    guard(["origin", pattern]).refusedClient({ ...client, origin }) === undefined;
  expect(fits("https://shop.example", "https://shop.example:443")).toBe(true);
  expect(fits("https://shop.example", "http://shop.example")).toBe(false);
  expect(fits("shop.example", "http://shop.example")).toBe(true);
  expect(fits("shop.example", "https://shop.example.evil.test")).toBe(false);
  expect(fits("shop.example", "https://evil-shop.example")).toBe(false);
  expect(fits("*.shop.example", "https://shop.example")).toBe(false);
  expect(fits("http://localhost:3000", "http://localhost:3000")).toBe(true);
  expect(fits("http://localhost:3000", "http://localhost:3001")).toBe(false);
});

test("a range of IPv6 addresses is supported", () => {
  const range = guard(["ip", "2001:db8::/32"]);
  expect(range.refusedClient({ ...client, ip: "2001:db8:1::1" })).toBeUndefined();
  expect(range.refusedClient({ ...client, ip: "2001:db9::1" })).toBe("ip");
  expect(range.refusedClient({ ...client, ip: "10.1.2.3" })).toBe("ip");
});

test("methods are restricted by their entries", () => {
  const methods = guard(["method", "eth_call"], ["method", "eth_chainId"]);
  expect(methods.refusedRequest({ method: "eth_chainId", params: [] })).toBeUndefined();
  expect(methods.refusedRequest({ method: "eth_getLogs", params: [] })).toBe("method");
});

test("a contract restricts calls, logs, code, storage and transactions sent to it", async () => {
  const { refusedRequest } = guard(["contract", contract]);
  const may = (method: string, ...params: unknown[]): boolean => refusedRequest({ method, params }) === undefined;
  expect(may("eth_call", { to: contract.toUpperCase().replace("0X", "0x") }, "latest")).toBe(true);
  expect(may("eth_call", { to: other }, "latest")).toBe(false);
  expect(may("eth_call", { data: "0x00" }, "latest")).toBe(false);
  expect(may("eth_getLogs", { address: [contract, contract] })).toBe(true);
  expect(may("eth_getLogs", { address: [contract, other] })).toBe(false);
  expect(may("eth_getLogs", {})).toBe(false);
  expect(may("eth_getCode", other, "latest")).toBe(false);
  expect(may("eth_subscribe", "logs", { address: other })).toBe(false);
  expect(may("eth_subscribe", "newHeads")).toBe(true);
  expect(may("eth_getBalance", other, "latest")).toBe(true);
  const wallet = Wallet.createRandom();
  const signed = (to: string | null) => wallet.signTransaction({ to, chainId: 1, gasLimit: 21_000, gasPrice: 1 });
  expect(may("eth_sendRawTransaction", await signed(contract))).toBe(true);
  expect(may("eth_sendRawTransaction", await signed(other))).toBe(false);
  expect(may("eth_sendRawTransaction", await signed(null))).toBe(false);
  expect(may("eth_sendRawTransaction", "0x00")).toBe(false);
});
