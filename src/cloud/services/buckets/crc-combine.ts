/**
 * Combines CRCs of consecutive byte runs. Appending n bytes multiplies the first CRC by x^(8n) modulo the polynomial: a
 * matrix over GF(2), raised to the power n by repeated squaring. All CRCs here are reflected.
 */
import type { ChecksumAlgorithm } from "../checksums.ts";

interface Crc {
  readonly bits: number;
  /** Bit-reversed. */
  readonly polynomial: bigint;
}

const crcs: Readonly<Partial<Record<ChecksumAlgorithm, Crc>>> = {
  CRC32: { bits: 32, polynomial: 0xedb88320n },
  CRC32C: { bits: 32, polynomial: 0x82f63b78n },
  CRC64NVME: { bits: 64, polynomial: 0x9a6c9329ac4bc9b5n },
};

/** Whether a whole file's checksum can be computed from the checksums of its parts. */
export const isCombinable = (algorithm: ChecksumAlgorithm): boolean => crcs[algorithm] !== undefined;

/** Returns the base64 CRC of consecutive runs with the given base64 CRCs. */
export const combineCrcs = (
  algorithm: ChecksumAlgorithm,
  runs: readonly { readonly checksum: string; readonly sizeBytes: number }[],
): string => {
  const crc = crcs[algorithm];
  if (!crc) throw new Error(`${algorithm} can't be computed from the checksums of parts.`);
  let combined = 0n;
  for (const { checksum, sizeBytes } of runs) {
    combined = shifted(crc, combined, sizeBytes) ^ BigInt(`0x${Buffer.from(checksum, "base64").toString("hex")}`);
  }
  return Buffer.from(combined.toString(16).padStart(crc.bits / 4, "0"), "hex").toString("base64");
};

type Matrix = readonly bigint[];

const shifted = ({ bits, polynomial }: Crc, crc: bigint, bytes: number): bigint => {
  if (crc === 0n) return crc;
  const oneBit: Matrix = Array.from({ length: bits }, (_, row) => (row === 0 ? polynomial : 1n << BigInt(row - 1)));
  let matrix = square(square(square(oneBit)));
  let value = crc;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) value = times(matrix, value);
    if (left > 1) matrix = square(matrix);
  }
  return value;
};

const times = (matrix: Matrix, vector: bigint): bigint => {
  let product = 0n;
  for (let row = 0, left = vector; left > 0n; row += 1, left >>= 1n) if (left & 1n) product ^= matrix[row]!;
  return product;
};

const square = (matrix: Matrix): Matrix => matrix.map((row) => times(matrix, row));
