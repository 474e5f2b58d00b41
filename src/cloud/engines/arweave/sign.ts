/** Signs transactions and data items with Freehold's key. */
import { createHash } from "node:crypto";
import type { ArweaveNode, PostedTransaction, Tag } from "./arweave.ts";
import type { ChunkedData } from "./chunks.ts";
import { arweaveLibrary, fromBase64Url, toBase64Url } from "./library.ts";
import type { Wallet } from "./wallet.ts";

/** ANS-104: signature type 1, RSA-PSS with 4096 bits. */
const rsaSignatureType = 1;
const rsaBytes = 512;

/** Returns a transaction that stores data, paid by the wallet at the node's price. */
export const signTransaction = async (
  wallet: Wallet,
  node: Pick<ArweaveNode, "anchor" | "price">,
  { sizeBytes, dataRoot }: Pick<ChunkedData, "sizeBytes" | "dataRoot">,
  tags: readonly Tag[],
): Promise<PostedTransaction> => {
  const library = await arweaveLibrary();
  const [anchor, price] = await Promise.all([node.anchor(), node.price(sizeBytes)]);
  const transaction = library.init({}).transactions.fromRaw({
    format: 2,
    last_tx: anchor,
    owner: wallet.owner,
    reward: price.toString(),
    data_size: String(sizeBytes),
    data_root: dataRoot,
  });
  for (const { name, value } of tags) transaction.addTag(name, value);
  const signature = await wallet.sign(await transaction.getSignatureData());
  transaction.setSignature({
    id: idOf(signature),
    owner: wallet.owner,
    signature: toBase64Url(signature),
  });
  return JSON.parse(JSON.stringify(transaction)) as PostedTransaction;
};

export interface SignedItem {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Returns a signed data item of a bundle (ANS-104). */
export const signItem = async (wallet: Wallet, data: Uint8Array, tags: readonly Tag[]): Promise<SignedItem> => {
  const { createData } = await import("@dha-team/arbundles");
  const signer = {
    publicKey: fromBase64Url(wallet.owner),
    signatureType: rsaSignatureType,
    signatureLength: rsaBytes,
    ownerLength: rsaBytes,
    sign: (message: Uint8Array) => wallet.sign(message),
  };
  const item = createData(data, signer, { tags: [...tags] });
  await item.sign(signer);
  return { id: item.id, bytes: item.getRaw() };
};

/** Concatenates the items behind the bundle's header. */
export const bundleOf = (items: readonly SignedItem[]): Buffer => {
  const header = Buffer.alloc(32 + 64 * items.length);
  header.writeUInt32LE(items.length, 0);
  items.forEach(({ id, bytes }, index) => {
    header.writeUInt32LE(bytes.length, 32 + 64 * index);
    fromBase64Url(id).copy(header, 64 + 64 * index);
  });
  return Buffer.concat([header, ...items.map(({ bytes }) => bytes)]);
};

/** Tags that mark a transaction's data as a bundle. */
export const bundleTags: readonly Tag[] = [
  { name: "Bundle-Format", value: "binary" },
  { name: "Bundle-Version", value: "2.0.0" },
];

const idOf = (signature: Uint8Array): string => createHash("sha256").update(signature).digest("base64url");
