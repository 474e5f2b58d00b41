import { expect, test } from "vitest";
import { payByOn } from "./pay-by.ts";

test.each([1, 5, 11155111])(
  "chain id %i maps to Ethereum, or to the alternate payment mode when that is stored",
  (id) => {
    expect(payByOn(id, "polygon")).toBe("ethereum");
    expect(payByOn(id, "zksync-lite")).toBe("zksync-lite");
  },
);

test.each([
  [137, "polygon"],
  [80001, "polygon"],
  [56, "bsc"],
  [97, "bsc"],
  [42161, "arbitrum"],
  [324, "zksync-era"],
  [204, "opbnb"],
  [1101, "polygon-zkevm"],
  [59144, "linea"],
  [10, "optimism"],
  [81457, "blast"],
  [167000, "taiko"],
  [534352, "scroll"],
])("chain id %i is %s", (id, key) => {
  expect(payByOn(id, "polygon")).toBe(key);
});

test("a wallet on ZetaChain, or on an unknown network, is on no supported chain", () => {
  expect(payByOn(7001, "polygon")).toBeUndefined();
  expect(payByOn(31337, "polygon")).toBeUndefined();
});
