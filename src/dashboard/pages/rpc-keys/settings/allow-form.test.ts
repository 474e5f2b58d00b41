import { expect, test } from "vitest";
import { allowOf, problemsIn, textOf, type AllowText } from "./allow-form.ts";

const empty: AllowText = { origin: "", agent: "", method: "", contract: "", ip: "" };
const contract = "0x00000000000000000000000000000000000000aA";

test("the allowlist has one entry per line for each type", () => {
  const allow = [
    { type: "origin" as const, value: "https://shop.example" },
    { type: "method" as const, value: "eth_call" },
    { type: "method" as const, value: "eth_chainId" },
  ];
  const text = textOf(allow);
  expect(text).toEqual({ ...empty, origin: "https://shop.example", method: "eth_call\neth_chainId" });
  expect(allowOf(text)).toEqual(allow);
  expect(allowOf({ ...text, method: " eth_call\n\neth_chainId\neth_call\n" })).toEqual(allow);
});

test("invalid entries are reported by type, with the entry", () => {
  expect(
    problemsIn({ ...empty, origin: "https://Shop.example/\n*.shop.example", contract, ip: "10.0.0.0/8\n::1" }),
  ).toEqual({});
  const found = problemsIn({
    ...empty,
    origin: "https://shop.example/path",
    method: "call",
    contract: "0x12",
    ip: "home",
  });
  expect(found.origin).toMatch(/^https:\/\/shop.example\/path is not an? origin/);
  expect(found.method).toMatch(/^call is not an? method/);
  expect(found.contract).toMatch(/^0x12 is not an? contract/);
  expect(found.ip).toMatch(/^home is not an IP address/);
  const many = Array.from({ length: 101 }, (_, at) => `agent ${at}`).join("\n");
  expect(problemsIn({ ...empty, agent: many }).agent).toBe("All lists together can have up to 100 entries.");
});
