/**
 * Encodes batches: for each block its number, time and signed transactions, in RLP, deflated (RFC 1950). Anyone with
 * all batches and the rollup's configuration can rebuild its blocks.
 */
import { deflateSync, inflateSync } from "node:zlib";
import { decodeRlp, encodeRlp, getBytes, hexlify, toBeArray } from "ethers";

export interface BatchBlock {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly transactions: readonly Buffer[];
}

export const encodeBatch = (blocks: readonly BatchBlock[]): string => {
  const list = blocks.map(({ number, timestamp, transactions }) => [
    hexlify(toBeArray(number)),
    hexlify(toBeArray(timestamp)),
    transactions.map((raw) => hexlify(raw)),
  ]);
  return hexlify(deflateSync(getBytes(encodeRlp(list))));
};

/** Decodes the blocks of a posted batch. Throws if it is malformed. */
export const decodeBatch = (data: string): BatchBlock[] => {
  const list = decodeRlp(inflateSync(getBytes(data))) as [string, string, string[]][];
  return list.map(([number, timestamp, transactions]) => ({
    number: Number(number),
    timestamp: Number(timestamp),
    transactions: transactions.map((raw) => Buffer.from(raw.slice(2), "hex")),
  }));
};

/**
 * Selects the blocks of the next batch. A batch is one transaction of at most 128 KiB: as many blocks as fit, at least
 * one.
 */
export const batchOf = <T extends BatchBlock>(blocks: readonly T[], bytesMax: number): T[] => {
  const batch: T[] = [];
  let bytes = 0;
  for (const block of blocks) {
    bytes += block.transactions.reduce((sum, raw) => sum + raw.length, bytesPerBlock);
    if (batch.length > 0 && bytes > bytesMax) break;
    batch.push(block);
  }
  return batch;
};

const bytesPerBlock = 16;
