import { expect, test } from "vitest";
import { consoleMethods, decimalOf, exampleOf, paramsOf } from "./methods.ts";

test("each example in the console is a valid parameter array", () => {
  for (const { name, params } of consoleMethods) expect(paramsOf(exampleOf(name)), name).toEqual(params);
});

test("parameters must be a JSON array", () => {
  expect(paramsOf("")).toEqual([]);
  expect(paramsOf(' ["0x1", {"a": null}] ')).toEqual(["0x1", { a: null }]);
  expect(paramsOf('{"to": "0x1"}')).toBe("Parameters must be a JSON array.");
  expect(paramsOf("[1,")).toMatch(/^Invalid JSON: /);
});

test("only hex numbers are converted to decimal", () => {
  expect([decimalOf("0x0"), decimalOf("0x1b4"), decimalOf("0xde0b6b3a7640000")]).toEqual([
    "0",
    "436",
    "1,000,000,000,000,000,000",
  ]);
  for (const other of ["0x", `0x${"0".repeat(64)}`, "436", 436, null, {}]) expect(decimalOf(other)).toBeUndefined();
});
