import { expect, test } from "vitest";
import { isRawNumber, parseExactJson } from "./parse-json.ts";

test.each([
  '{"id":9007199254740993,"params":[18446744073709551615,-1]}',
  "[1.10,1.0,-0,1e3,1E-7,-0.5,0]",
  "18446744073709551615",
  '{"text":"at 1.10, or 9007199254740993","n":1}',
  "[ 12345678901234567890 ]",
])("%s is written with the digits that were read", (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text.replaceAll(" ]", "]").replaceAll("[ ", "["));
});

test("numbers that JavaScript writes in the same way are numbers; invalid and deep JSON is undefined", () => {
  expect(parseExactJson("[9007199254740991, 1.5, -3]")).toEqual([9_007_199_254_740_991, 1.5, -3]);
  expect(isRawNumber((parseExactJson("[9007199254740993]") as unknown[])[0])).toBe(true);
  for (const text of ["", "{", "[1.10", `${"[".repeat(10_000)}1.10${"]".repeat(10_000)}`])
    expect(parseExactJson(text)).toBeUndefined();
});
