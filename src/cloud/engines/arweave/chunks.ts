/** Splits and hashes data the way Arweave does, with only one chunk in memory at a time. */
import { createHash } from "node:crypto";
import { merkleLibrary, toBase64Url } from "./library.ts";

/** Bytes with random access. */
export interface DataSource {
  readonly sizeBytes: number;
  /** Reads the bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

export interface ChunkedData {
  readonly sizeBytes: number;
  /** base64url; empty for no data. */
  readonly dataRoot: string;
  readonly chunks: readonly {
    readonly start: number;
    readonly end: number;
    readonly proof: string;
    readonly offset: number;
  }[];
}

export const sourceOf = (bytes: Uint8Array): DataSource => ({
  sizeBytes: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});

/** Returns the root and the chunk proofs: the library's tree over the library's chunks. */
export const chunkData = async (source: DataSource): Promise<ChunkedData> => {
  const { sizeBytes } = source;
  if (sizeBytes === 0) return { sizeBytes, dataRoot: "", chunks: [] };
  const { buildLayers, generateLeaves, generateProofs, ...sizes } = await merkleLibrary();
  const ranges = cut(sizeBytes, sizes);
  const hashed = [];
  for (const { start, end } of ranges) {
    const bytes = await source.read(start, end);
    hashed.push({ dataHash: sha256(bytes), minByteRange: start, maxByteRange: end });
  }
  const root = await buildLayers(await generateLeaves(hashed));
  const proofs = generateProofs(root);
  const chunks = ranges.flatMap(({ start, end }, index) => {
    const { proof, offset } = proofs[index]!;
    return end > start ? [{ start, end, proof: toBase64Url(proof), offset }] : [];
  });
  return { sizeBytes, dataRoot: toBase64Url(root.id), chunks };
};

/**
 * Chunk boundaries as the library sets them. Data of whole chunks ends with an empty chunk, which is part of the tree
 * but never sent.
 */
interface ChunkSizes {
  readonly MAX_CHUNK_SIZE: number;
  readonly MIN_CHUNK_SIZE: number;
}

const cut = (sizeBytes: number, { MAX_CHUNK_SIZE, MIN_CHUNK_SIZE }: ChunkSizes): { start: number; end: number }[] => {
  const ranges = [];
  let start = 0;
  while (sizeBytes - start >= MAX_CHUNK_SIZE) {
    const rest = sizeBytes - start;
    const next = rest - MAX_CHUNK_SIZE;
    const length = next > 0 && next < MIN_CHUNK_SIZE ? Math.ceil(rest / 2) : MAX_CHUNK_SIZE;
    ranges.push({ start, end: start + length });
    start += length;
  }
  ranges.push({ start, end: sizeBytes });
  return ranges;
};

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());
