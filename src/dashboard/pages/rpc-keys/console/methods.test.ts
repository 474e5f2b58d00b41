import { expect, test } from "vitest";
import { consoleMethods, decimalOf, exampleOf, paramsOf } from "./methods.ts";

test("each example of the console is a list of parameters", () => {
  for (const { name, params } of consoleMethods) expect(paramsOf(exampleOf(name)), name).toEqual(params);
});

test("parameters that are no list of JSON are told of before they are sent", () => {
  expect(paramsOf("")).toEqual([]);
  expect(paramsOf(' ["0x1", {"a": null}] ')).toEqual(["0x1", { a: null }]);
  expect(paramsOf('{"to": "0x1"}')).toBe("Parameters must be a JSON array.");
  expect(paramsOf("[1,")).toMatch(/^Invalid JSON: /);
});

test("a number in hex is also written in decimal, and nothing else is", () => {
  expect([decimalOf("0x0"), decimalOf("0x1b4"), decimalOf("0xde0b6b3a7640000")]).toEqual([
    "0",
    "436",
    "1,000,000,000,000,000,000",
  ]);
  for (const other of ["0x", `0x${"0".repeat(64)}`, "436", 436, null, {}]) expect(decimalOf(other)).toBeUndefined();
});
