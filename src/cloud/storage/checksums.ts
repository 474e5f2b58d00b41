/** S3 checksums, computed incrementally. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Crc32c } from "@aws-crypto/crc32c";

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

// CRC-64/NVME, the checksum of S3's newer clients: polynomial 0xad93d23594c93659, reflected, all bits inverted before
// and after. Processes eight bytes at a time; a 64-bit value is two 32-bit halves, which JavaScript computes fast.

/** The polynomial with its bits reversed. */
const polynomialHigh = 0x9a6c9329;
const polynomialLow = 0xac4bc9b5;
const slices = 8;

interface Tables {
  readonly high: readonly Uint32Array[];
  readonly low: readonly Uint32Array[];
}

const createCrc64Nvme = () => {
  const { high, low } = (tables ??= makeTables());
  const [h0, h1, h2, h3, h4, h5, h6, h7] = high as FixedTables;
  const [l0, l1, l2, l3, l4, l5, l6, l7] = low as FixedTables;
  let crcHigh = 0xffffffff;
  let crcLow = 0xffffffff;
  return {
    update(bytes: Uint8Array): void {
      let at = 0;
      const whole = bytes.length - (bytes.length % slices);
      let a = crcLow;
      let b = crcHigh;
      for (; at < whole; at += slices) {
        a ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
        b ^= bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24);
        const [a0, a1, a2, a3] = [a & 255, (a >>> 8) & 255, (a >>> 16) & 255, a >>> 24];
        const [b0, b1, b2, b3] = [b & 255, (b >>> 8) & 255, (b >>> 16) & 255, b >>> 24];
        a = l7[a0]! ^ l6[a1]! ^ l5[a2]! ^ l4[a3]! ^ l3[b0]! ^ l2[b1]! ^ l1[b2]! ^ l0[b3]!;
        b = h7[a0]! ^ h6[a1]! ^ h5[a2]! ^ h4[a3]! ^ h3[b0]! ^ h2[b1]! ^ h1[b2]! ^ h0[b3]!;
      }
      for (; at < bytes.length; at += 1) {
        const index = (a ^ bytes[at]!) & 255;
        a = ((a >>> 8) | (b << 24)) ^ l0[index]!;
        b = (b >>> 8) ^ h0[index]!;
      }
      crcLow = a;
      crcHigh = b;
    },
    /** Returns eight bytes, the highest first. */
    digest(): Buffer {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32BE(~crcHigh >>> 0, 0);
      bytes.writeUInt32BE(~crcLow >>> 0, 4);
      return bytes;
    },
  };
};

type Table = Uint32Array;
type FixedTables = readonly [Table, Table, Table, Table, Table, Table, Table, Table];

/** Created for the first checksum of this kind. */
let tables: Tables | undefined;

const makeTables = (): Tables => {
  const high = Array.from({ length: slices }, () => new Uint32Array(256));
  const low = Array.from({ length: slices }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte += 1) {
    let crcHigh = 0;
    let crcLow = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      const odd = crcLow & 1;
      crcLow = (crcLow >>> 1) | ((crcHigh & 1) << 31);
      crcHigh >>>= 1;
      if (odd) {
        crcLow ^= polynomialLow;
        crcHigh ^= polynomialHigh;
      }
    }
    high[0]![byte] = crcHigh;
    low[0]![byte] = crcLow;
  }
  for (let slice = 1; slice < slices; slice += 1) {
    for (let byte = 0; byte < 256; byte += 1) {
      const [before, beforeLow] = [high[slice - 1]![byte]!, low[slice - 1]![byte]!];
      const index = beforeLow & 255;
      low[slice]![byte] = ((beforeLow >>> 8) | (before << 24)) ^ low[0]![index]!;
      high[slice]![byte] = (before >>> 8) ^ high[0]![index]!;
    }
  }
  return { high, low };
};
