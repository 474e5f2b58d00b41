import { expect, test } from "vitest";
import { byteRangeOf } from "./byte-range.ts";

test.each([
  ["bytes=0-0", 10, { start: 0, end: 0 }],
  ["bytes=4-", 10, { start: 4, end: 9 }],
  ["bytes=4-99", 10, { start: 4, end: 9 }],
  ["bytes=-3", 10, { start: 7, end: 9 }],
  ["bytes=-99", 10, { start: 0, end: 9 }],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=-0", 0, "unsatisfiable"],
  ["bytes=-1", 0, undefined],
  ["bytes=5-4", 10, undefined],
  ["bytes=0-1,3-4", 10, undefined],
  ["items=0-1", 10, undefined],
  [undefined, 10, undefined],
])("%s of %i bytes", (header, sizeBytes, expected) => {
  expect(byteRangeOf(header, sizeBytes)).toEqual(expected);
});
