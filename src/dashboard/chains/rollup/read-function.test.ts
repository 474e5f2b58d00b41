import { encodeAbiParameters, parseAbi, parseAbiParameters, type AbiFunction } from "viem";
import { expect, test } from "vitest";
import { readFunction } from "./read-function.ts";

const [sum] = parseAbi([
  "function sum(uint256[] parts, bool twice, bytes4 mark, address who) view returns (uint256, string said)",
]);
const address = `0x${"a1".repeat(20)}`;
const answer = encodeAbiParameters(parseAbiParameters("uint256, string"), [12n, "twelve"]);
const read = (input: readonly string[]) =>
  readFunction(async () => answer, `0x${"0c".repeat(20)}`, sum as AbiFunction, input);

test("arguments are encoded by their types, and the result is decoded by its own", async () => {
  expect(await read(['["1", 5]', "true", "0x01020304", address])).toEqual([
    { name: "", type: "uint256", value: "12" },
    { name: "said", type: "string", value: "twelve" },
  ]);
});

test.each([
  [["1", "true", "0x01020304", address], "parts: enter a JSON array"],
  [["1,2", "true", "0x01020304", address], "parts: enter a JSON array"],
  [['["x"]', "true", "0x01020304", address], "x"],
  [["[1]", "yes", "0x01020304", address], "twice: enter true or false"],
  [["[1]", "true", "0x0102", address], "mark: enter 0x and 8 hex digits"],
  [["[1]", "true", "0x01020304", "ann"], "who: enter an address"],
])("an argument that does not fit its type is refused with the expected format: %#", async (input, message) => {
  await expect(read(input)).rejects.toThrow(message);
});
