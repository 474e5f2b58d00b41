import { createHash, randomBytes } from "node:crypto";
import { Crc64Nvme } from "@aws-sdk/checksums/crc";
import { expect, test } from "vitest";
import { createChecksum, type ChecksumAlgorithm } from "./checksums.ts";

const digestOf = (algorithm: ChecksumAlgorithm, ...pieces: Uint8Array[]): string => {
  const checksum = createChecksum(algorithm);
  pieces.forEach(checksum.update);
  return checksum.digest();
};
const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex");

test("the checksums of 123456789 match their definitions", () => {
  const digits = Buffer.from("123456789");
  expect(hex(digestOf("CRC32", digits))).toBe("cbf43926");
  expect(hex(digestOf("CRC32C", digits))).toBe("e3069283");
  expect(hex(digestOf("CRC64NVME", digits))).toBe("ae8b14860a799888");
  expect(digestOf("SHA1", digits)).toBe(createHash("sha1").update(digits).digest("base64"));
  expect(digestOf("SHA256", digits)).toBe(createHash("sha256").update(digits).digest("base64"));
});

test("a checksum does not depend on how the bytes are split", async () => {
  const bytes = randomBytes(10_007);
  const oracle = new Crc64Nvme();
  oracle.update(bytes);
  const expected = Buffer.from(await oracle.digest()).toString("base64");
  for (const cut of [0, 1, 7, 8, 9, 4096, bytes.length]) {
    expect(digestOf("CRC64NVME", bytes.subarray(0, cut), bytes.subarray(cut)), `cut at ${cut}`).toBe(expected);
    expect(digestOf("CRC32", bytes.subarray(0, cut), bytes.subarray(cut))).toBe(digestOf("CRC32", bytes));
    expect(digestOf("CRC32C", bytes.subarray(0, cut), bytes.subarray(cut))).toBe(digestOf("CRC32C", bytes));
  }
});
