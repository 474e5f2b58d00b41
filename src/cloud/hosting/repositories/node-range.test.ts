import { expect, test } from "vitest";
import { admitsMajor, isBelowMajor } from "./node-range.ts";

const offered = [18, 20, 22, 24];

test.each([
  [">=18", [18, 20, 22, 24]],
  [">= 20.9.0", [20, 22, 24]],
  [">20", [22, 24]],
  [">20.1", [20, 22, 24]],
  ["<22", [18, 20]],
  ["<=22", [18, 20, 22]],
  ["<=22.3.1", [18, 20, 22]],
  ["^20.11.0", [20]],
  ["~22.1", [22]],
  ["~20", [20]],
  ["20", [20]],
  ["v20.11.1", [20]],
  ["=22.1.0", [22]],
  ["18.x", [18]],
  ["20.*", [20]],
  ["*", [18, 20, 22, 24]],
  ["", [18, 20, 22, 24]],
  ["18 || 22", [18, 22]],
  ["^18.17.0 || ^20.3.0 || >=22", [18, 20, 22, 24]],
  [">=20 <23", [20, 22]],
  [">=18.0.0, <21", [18, 20]],
  ["18 - 20", [18, 20]],
  ["20.1.0 - 22.3", [20, 22]],
  ["^20.0.0-rc.1", [20]],
  [">=22 <20", []],
  ["^16", []],
  ["lts", []],
  ["latest || 18", [18]],
])("of the offered versions, the range '%s' includes %j", (range, expected) => {
  expect(offered.filter((major) => admitsMajor(range, major))).toEqual(expected);
});

test("a range can be entirely below a version", () => {
  expect(isBelowMajor("^16 || 14", 18)).toBe(true);
  expect(isBelowMajor("<18", 18)).toBe(true);
  expect(isBelowMajor(">=16", 18)).toBe(false);
  expect(isBelowMajor("nothing", 18)).toBe(false);
});
