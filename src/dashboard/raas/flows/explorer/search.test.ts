import { expect, test } from "vitest";
import { placeOf, readSearch } from "./search.ts";

const hash = `0x${"ab".repeat(32)}`;
const address = `0x${"Cd".repeat(20)}`;

test("a number is a block, 64 digits a hash, 40 an address; anything else is invalid", () => {
  expect(readSearch(" #1,204 ")).toEqual({ kind: "block", number: "1204" });
  expect(readSearch(hash.slice(2))).toEqual({ kind: "hash", hash });
  expect(readSearch(address)).toEqual({ kind: "address", address: address.toLowerCase() });
  for (const text of ["", "0x12", "orchard", `${hash}0`]) expect(readSearch(text)).toBeUndefined();
});

test("a hash opens its transaction, else its block, else nothing", async () => {
  const callWith = (results: object) => async (method: string) => (results as Record<string, unknown>)[method] ?? null;
  const wanted = { kind: "hash", hash } as const;
  expect(await placeOf(callWith({ eth_getTransactionByHash: {} }), "7", wanted)).toBe(`/explorer/7/tx/${hash}`);
  expect(await placeOf(callWith({ eth_getBlockByHash: { number: "0x1f" } }), "7", wanted)).toBe("/explorer/7/block/31");
  expect(await placeOf(callWith({}), "7", wanted)).toBeUndefined();
});
