import { crc32 as ofNode } from "node:zlib";
import { expect, test } from "vitest";
import { crc32, crc32Base64 } from "./crc32.ts";

test("CRC-32 of the check value, in one and in several chunks, in hex and in S3's format", () => {
  const check = Buffer.from("123456789");
  expect(crc32(check).toString(16)).toBe("cbf43926");
  expect(crc32(check.subarray(4), crc32(check.subarray(0, 4)))).toBe(crc32(check));
  expect(crc32Base64(crc32(check))).toBe("y/Q5Jg==");
  expect(crc32Base64(crc32(new Uint8Array()))).toBe("AAAAAA==");
});

test("equals Node's own", () => {
  const bytes = Buffer.alloc(100_003, "an orchard in autumn");
  expect(crc32(bytes)).toBe(ofNode(bytes));
});
