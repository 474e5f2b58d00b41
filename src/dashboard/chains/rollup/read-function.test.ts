import { decodeFunctionData, encodeAbiParameters, parseAbi, parseAbiParameters, type Hex } from "viem";
import { expect, test } from "vitest";
import { readAbi, readFunctions } from "./abi.ts";
import { readFunction } from "./read-function.ts";

const abi = parseAbi([
  "function sum(uint256[] parts, bool twice, bytes4 mark, address who) view returns (uint256, string said)",
  "function weigh((string kind, uint8 age, (int16 east, int16 north)[2] corners) tree) view returns (uint8[], (bool ripe, uint256 weight))",
]);
const [sum, weigh] = readFunctions(readAbi(JSON.stringify(abi)));
const address = `0x${"a1".repeat(20)}`;
const contract = `0x${"0c".repeat(20)}`;
const answer = encodeAbiParameters(parseAbiParameters("uint256, string"), [12n, "twelve"]);
const read = (input: readonly string[]) => readFunction(async () => answer, contract, sum!, input);

test("arguments are encoded by their types, and the result is decoded by its own", async () => {
  expect(await read(['["1", 5]', "true", "0x01020304", address])).toEqual([
    { name: "", type: "uint256", value: "12" },
    { name: "said", type: "string", value: "twelve" },
  ]);
});

test("structures and lists are encoded as another library does, and small numbers shown without quotes", async () => {
  const parameters = parseAbiParameters("uint8[], (bool ripe, uint256 weight)");
  const result = encodeAbiParameters(parameters, [[7, 8], { ripe: true, weight: 2n ** 200n }]);
  const sent: unknown[] = [];
  const call = async (_method: string, ...params: readonly unknown[]) => (sent.push(params[0]), result);
  const tree = '{"corners": [{"east": -3, "north": "0x10"}, {"north": 2, "east": "1"}], "age": 9, "kind": "apple"}';
  expect(await readFunction(call, contract, weigh!, [tree])).toEqual([
    { name: "", type: "uint8[]", value: "[\n 7,\n 8\n]" },
    { name: "", type: "tuple", value: `{\n "ripe": true,\n "weight": "${2n ** 200n}"\n}` },
  ]);
  const [{ to, data }] = sent as [{ to: string; data: Hex }];
  expect(to).toBe(contract);
  const corners = [
    { east: -3, north: 16 },
    { east: 1, north: 2 },
  ];
  expect(decodeFunctionData({ abi, data }).args).toEqual([{ kind: "apple", age: 9, corners }]);
});

test("a contract that returns nothing is an error", async () => {
  await expect(readFunction(async () => "0x", contract, weigh!, [tree({})])).rejects.toThrow("returned no data");
});

const tree = (field: object): string =>
  JSON.stringify({
    kind: "pear",
    age: 1,
    corners: [
      { east: 0, north: 0 },
      { east: 0, north: 0 },
    ],
    ...field,
  });

test.each([
  [{ age: 256 }, "tree[age]: enter a number in the range of uint8"],
  [{ age: 1.5 }, "tree[age]: enter a whole number"],
  [{ kind: undefined }, "tree[kind]: enter one value (string)"],
  [{ corners: [] }, "tree[corners]: enter a JSON array of length 2"],
  [{ corners: [{ east: -32_769, north: 0 }, {}] }, "tree[corners][0][east]: enter a number in the range of int16"],
  [{ corners: [[], {}] }, "tree[corners][0]: enter a JSON object"],
])("a value within a structure is refused by its place: %j", async (field, message) => {
  await expect(readFunction(async () => "0x", contract, weigh!, [tree(field)])).rejects.toThrow(message);
});

test.each([
  [["1", "true", "0x01020304", address], "parts: enter a JSON array"],
  [["1,2", "true", "0x01020304", address], "parts: enter a JSON array"],
  [['["x"]', "true", "0x01020304", address], "parts[0]: enter a whole number"],
  [["[1]", "yes", "0x01020304", address], "twice: enter true or false"],
  [["[1]", "true", "0x0102", address], "mark: enter 0x and 8 hex digits"],
  [["[1]", "true", "0x01020304", "ann"], "who: enter an address"],
])("an argument that does not fit its type is refused with the expected format: %#", async (input, message) => {
  await expect(read(input)).rejects.toThrow(message);
});
