import { expect, test } from "vitest";
import { parseExact } from "../../engines/network/parse-json.ts";
import { withinBlock } from "./within-block.ts";

const now = 1_700_000_000_000;
const time = { time: "0x6553f100" };
const block = "0x1c9c380";

test.each([
  ["0xffffffffffffffff"],
  ["0x1c9c381"],
  ["18446744073709551615"],
  [30_000_001],
  [parseExact("18446744073709551615")],
])("gas beyond a block is limited to it, in the call and in its block override: %j", (gas) => {
  for (const name of ["gas", "gasLimit", "gas_limit"]) {
    expect(withinBlock("eth_call", [{ to: "0xa", [name]: gas }, "latest"], now)).toEqual([
      { to: "0xa", [name]: block },
      "latest",
      null,
      time,
    ]);
    const overridden = withinBlock(
      "eth_estimateGas",
      [{}, "latest", { "0xa": {} }, { [name]: gas, number: "0x1" }],
      now,
    );
    expect(overridden).toEqual([{}, "latest", { "0xa": {} }, { [name]: block, number: "0x1" }]);
  }
});

test("other values, other methods and calls at an earlier block stay as they are", () => {
  const call = { to: "0xa", gas: "0x1c9c380", data: "0xffffffffffffffff" };
  expect(withinBlock("eth_call", [call, "0x5"], now)).toEqual([call, "0x5"]);
  expect(withinBlock("eth_call", [call], now)).toEqual([call, "latest", null, time]);
  expect(withinBlock("eth_call", ["nonsense", "0x5"], now)).toEqual(["nonsense", "0x5"]);
  expect(withinBlock("eth_call", [{ gas: "all" }, "0x5"], now)).toEqual([{ gas: "all" }, "0x5"]);
  const filter = [{ gas: "0xffffffffffffffff" }];
  expect(withinBlock("eth_getLogs", filter, now)).toBe(filter);
});
