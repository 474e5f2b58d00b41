import { hash, webcrypto } from "node:crypto";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import * as dagPb from "@ipld/dag-pb";
import { create } from "multiformats/hashes/digest";

const SHA_256 = 0x12;
const IDENTITY = 0x00;
/** From this size on the thread pool hashes faster than the event loop, and leaves it free. */
const POOLED_BYTES = 64 * 1024;

/** CIDv1 of a raw leaf. */
export const leafCid = async (bytes: Uint8Array<ArrayBuffer>): Promise<CID> => {
  if (bytes.length < POOLED_BYTES) return smallLeafCid(bytes);
  const digest = new Uint8Array(await webcrypto.subtle.digest("SHA-256", bytes));
  return CID.createV1(raw.code, create(SHA_256, digest));
};

/** CIDv1 of a raw leaf too small for the thread pool. */
export const smallLeafCid = (bytes: Uint8Array): CID =>
  CID.createV1(raw.code, create(SHA_256, hash("sha256", bytes, "buffer")));

/** CIDv1 of a dag-pb node. */
export const nodeCid = (bytes: Uint8Array): CID =>
  CID.createV1(dagPb.code, create(SHA_256, hash("sha256", bytes, "buffer")));

/** Whether the bytes are those the CID names. */
export const matches = (cid: CID, bytes: Uint8Array): boolean =>
  cid.multihash.code === SHA_256 && hash("sha256", bytes, "buffer").equals(cid.multihash.digest);

/** The bytes of a CID that carries them itself; undefined for every other CID. */
export const inlineBytes = (cid: CID): Uint8Array | undefined =>
  cid.multihash.code === IDENTITY ? cid.multihash.digest : undefined;

export const isLeaf = (cid: CID): boolean => cid.code === raw.code;
export const isNode = (cid: CID): boolean => cid.code === dagPb.code;

/** The CID as the index stores it. */
export const cidKey = (cid: CID): Buffer => Buffer.from(cid.bytes.buffer, cid.bytes.byteOffset, cid.bytes.byteLength);
