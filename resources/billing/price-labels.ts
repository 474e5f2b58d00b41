/** Formats prices for readers: LAND for an amount of a resource. */
import type { MeteredResource } from "../limits.ts";

/** Display unit: 1024 MB. */
const GB = 1024n ** 3n;
const monthMicroseconds = 30n * 86_400n * 1_000_000n;

/** `per` uses the units of the price list: bytes, seconds and units; for IPFS_STORAGE, bytes times microseconds. */
export const pricedBy: Readonly<Record<MeteredResource, { readonly words: string; readonly per: bigint }>> = {
  IPFS_STORAGE: { words: "Storage on IPFS, 1 GB for 30 days", per: GB * monthMicroseconds },
  AR_STORAGE: { words: "Storage on Arweave, 1 GB", per: GB },
  TRAFFIC: { words: "Traffic, 1 GB", per: GB },
  BUILD_TIME: { words: "Build time, 1 minute", per: 60n },
  COMPUTE_UNIT: { words: "Compute units, 1 million", per: 1_000_000n },
  AI_RPC: { words: "AI, 1 million units", per: 1_000_000n },
};

export const priceModelMax = 120;
