import { expect, test } from "vitest";
import { allowFields, entriesOf, linesOf } from "./rules-tabs.tsx";

const contract = "0x00000000000000000000000000000000000000aA";

test("the allowlist has one entry per line for each type, without duplicates", () => {
  const allow = [
    { type: "origin" as const, value: "https://shop.example" },
    { type: "method" as const, value: "eth_call" },
    { type: "method" as const, value: "eth_chainId" },
  ];
  const lines = linesOf(allow);
  expect(lines).toEqual({
    origin: ["https://shop.example"],
    agent: [],
    method: ["eth_call", "eth_chainId"],
    contract: [],
    ip: [],
  });
  expect(entriesOf(lines)).toEqual(allow);
  expect(entriesOf({ ...lines, method: ["eth_call", "eth_chainId", "eth_call"] })).toEqual(allow);
});

test("invalid entries are reported by type, with the entry", () => {
  const problem = (type: keyof typeof allowFields, ...lines: string[]) =>
    allowFields[type].schema.safeParse(lines).error?.issues[0]?.message;
  expect(problem("origin", "https://Shop.example/", "*.shop.example")).toBeUndefined();
  expect(problem("contract", contract)).toBeUndefined();
  expect(problem("ip", "10.0.0.0/8", "::1")).toBeUndefined();
  expect(problem("origin", "https://shop.example/path")).toMatch(/^https:\/\/shop.example\/path is not an? origin/);
  expect(problem("method", "call")).toMatch(/^call is not an? method/);
  expect(problem("contract", "0x12")).toMatch(/^0x12 is not an? contract/);
  expect(problem("ip", "home")).toMatch(/^home is not an IP address/);
  const many = Array.from({ length: 101 }, (_, at) => `agent ${at}`);
  expect(problem("agent", ...many)).toBe("All lists together can have up to 100 entries.");
});
