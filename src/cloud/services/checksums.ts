/** S3 checksums, computed incrementally. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Crc32c } from "@aws-crypto/crc32c";
import { createCrc64Nvme } from "./crc64-nvme.ts";

export const checksumAlgorithms = ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

export interface Checksum {
  update(bytes: Uint8Array): void;
  /** Returns the digest in base64, as in S3. Call once. */
  digest(): string;
}

export const createChecksum = (algorithm: ChecksumAlgorithm): Checksum => makers[algorithm]();

const makers: Readonly<Record<ChecksumAlgorithm, () => Checksum>> = {
  CRC32: () => {
    let value = 0;
    return { update: (bytes) => void (value = crc32(bytes, value)), digest: () => base64Of(value) };
  },
  CRC32C: () => {
    const crc = new Crc32c();
    return { update: (bytes) => void crc.update(bytes), digest: () => base64Of(crc.digest()) };
  },
  CRC64NVME: () => {
    const crc = createCrc64Nvme();
    return { update: crc.update, digest: () => crc.digest().toString("base64") };
  },
  SHA1: () => hashing("sha1"),
  SHA256: () => hashing("sha256"),
};

const hashing = (name: string): Checksum => {
  const hash = createHash(name);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("base64") };
};

const base64Of = (value: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.toString("base64");
};
