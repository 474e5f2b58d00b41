import type { ArweaveNode, PostedTransaction } from "./arweave.ts";
import { chunkData, type DataSource } from "./chunks.ts";
import { toBase64Url } from "./library.ts";

/**
 * Posts a signed transaction and then its data, chunk by chunk. Safe to repeat: a node ignores data it already has.
 * Throws `Refused` or a network error.
 */
export const sendTransaction = async (
  node: Pick<ArweaveNode, "postTransaction" | "postChunk">,
  transaction: PostedTransaction,
  source: DataSource,
  signal?: AbortSignal,
): Promise<void> => {
  const data = await chunkData(source);
  if (data.dataRoot !== transaction.data_root)
    throw new Error(`The data of transaction ${transaction.id} does not match its signature.`);
  await node.postTransaction(transaction);
  for (const { start, end, proof, offset } of data.chunks) {
    signal?.throwIfAborted();
    await node.postChunk({
      data_root: data.dataRoot,
      data_size: String(data.sizeBytes),
      data_path: proof,
      offset: String(offset),
      chunk: toBase64Url(await source.read(start, end)),
    });
  }
};
