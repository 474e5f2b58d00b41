import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
} from "viem";
import { describe, expect, test } from "vitest";
import { decodeInput, decodeLog, decodeRevert, isCalledIn, readAbi, readFunctions, signatureOf } from "./abi.ts";

const ann = `0x${"a1".repeat(20)}` as const;
const orchard = parseAbi([
  "function plant((string kind, uint256 age)[] trees, bool watered) returns (uint256)",
  "function transfer(address who, uint256 apples)",
  "function ripe(uint256 tree) view returns (bool)",
  "event Planted(address indexed who, string kind)",
  "error TooDry(uint256 missing)",
]);
const abiText = JSON.stringify(orchard);

describe("input", () => {
  test("a call is decoded by the contract's own ABI before the shared functions", () => {
    const data = encodeFunctionData({ abi: orchard, functionName: "transfer", args: [ann, 3n] });
    expect(decodeInput(undefined, data)?.values.map(({ name }) => name)).toEqual(["to", "value"]);
    expect(decodeInput(readAbi(abiText), data)?.values.map(({ name, value }) => [name, value.toLowerCase()])).toEqual([
      ["who", ann],
      ["apples", "3"],
    ]);
  });

  test("structures and lists are formatted as JSON, integers without rounding", () => {
    const trees = [{ kind: "apple", age: 2n ** 255n }];
    const data = encodeFunctionData({ abi: orchard, functionName: "plant", args: [trees, true] });
    const decoded = decodeInput(readAbi(abiText), data);
    expect(decoded?.name).toBe("plant");
    expect(JSON.parse(decoded!.values[0]!.value)).toEqual([{ kind: "apple", age: String(2n ** 255n) }]);
    expect(decoded?.values[1]?.value).toBe("true");
  });

  test("unknown calls are left undecoded", () => {
    expect(decodeInput(readAbi(abiText), "0xdeadbeef")).toBeUndefined();
    expect(decodeInput(readAbi(abiText), "0xa9059cbb00")).toBeUndefined();
    expect(decodeInput(undefined, "0x01")).toBeUndefined();
  });
});

describe("logs", () => {
  const topic = toEventSelector("Transfer(address,address,uint256)");
  const padded = `0x${ann.slice(2).padStart(64, "0")}`;

  test("transfers of ERC-20 and ERC-721 are told apart by their topics", () => {
    const data = encodeAbiParameters(parseAbiParameters("uint256"), [7n]);
    const coins = decodeLog(undefined, { address: ann, topics: [topic, padded, padded], data });
    expect(coins?.values.map(({ name, value }) => `${name}=${value.slice(0, 4)}`).at(-1)).toBe("value=7");
    const id = encodeAbiParameters(parseAbiParameters("uint256"), [9n]);
    const piece = decodeLog(undefined, { address: ann, topics: [topic, padded, padded, id], data: "0x" });
    expect(piece?.values.at(-1)).toEqual({ name: "tokenId", type: "uint256", value: "9" });
  });

  test("an event of the given ABI is decoded; an unknown one is not", () => {
    const topics = [toEventSelector("Planted(address,string)"), padded];
    const data = encodeAbiParameters(parseAbiParameters("string"), ["pear"]);
    expect(decodeLog(readAbi(abiText), { address: ann, topics, data })?.values.at(-1)?.value).toBe("pear");
    expect(decodeLog(undefined, { address: ann, topics, data })).toBeUndefined();
    expect(decodeLog(undefined, { address: ann, topics: [], data })).toBeUndefined();
  });
});

describe("reverts", () => {
  test("a reason is shown as is, an error with its values, a panic as a sentence", () => {
    const text = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), errorName: "Error", args: ["no rain"] });
    expect(decodeRevert(undefined, text)).toBe("no rain");
    const custom = encodeErrorResult({ abi: orchard, errorName: "TooDry", args: [5n] });
    expect(decodeRevert(readAbi(abiText), custom)).toBe("TooDry(missing: 5)");
    expect(decodeRevert(undefined, custom)).toBeUndefined();
    const panic = encodeErrorResult({ abi: parseAbi(["error Panic(uint256)"]), errorName: "Panic", args: [0x12n] });
    expect(decodeRevert(undefined, panic)).toBe("Division by zero.");
    expect(decodeRevert(undefined, "0x")).toBeUndefined();
  });
});

describe("the contract's ABI", () => {
  test("invalid items are skipped; malformed JSON is an empty ABI", () => {
    expect(readAbi("no JSON").fragments).toEqual([]);
    expect(readAbi('{"abi":[]}').fragments).toEqual([]);
    const invalid = [{ type: "function", name: "x" }, { type: "function", name: "y", inputs: [7, null] }, null];
    expect(readAbi(JSON.stringify([...invalid, ...orchard])).fragments).toHaveLength(orchard.length);
  });

  test("read functions are those that can be called", () => {
    const [ripe, ...others] = readFunctions(readAbi(abiText));
    expect(signatureOf(ripe!)).toBe("ripe(uint256)");
    expect(others).toEqual([]);
    expect(isCalledIn("0x6080", ripe!)).toBe(false);
  });
});
