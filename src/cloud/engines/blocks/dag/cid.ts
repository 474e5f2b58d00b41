import { hash } from "node:crypto";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import * as dagPb from "@ipld/dag-pb";
import { create } from "multiformats/hashes/digest";
import { digestLater, digestOf } from "./hashes.ts";

const SHA_256 = 0x12;
const IDENTITY = 0x00;

/** Returns the CIDv1 of a raw leaf. */
export const leafCid = async (bytes: Uint8Array<ArrayBuffer>): Promise<CID> =>
  CID.createV1(raw.code, create(SHA_256, (await digestLater(SHA_256, bytes))!));

/** Returns the CIDv1 of a raw leaf too small for the thread pool. */
export const smallLeafCid = (bytes: Uint8Array): CID =>
  CID.createV1(raw.code, create(SHA_256, hash("sha256", bytes, "buffer")));

/** Returns the CIDv1 of a dag-pb node. */
export const nodeCid = (bytes: Uint8Array): CID =>
  CID.createV1(dagPb.code, create(SHA_256, hash("sha256", bytes, "buffer")));

/** Returns whether the bytes match the CID. */
export const matches = (cid: CID, bytes: Uint8Array): boolean =>
  isSame(digestOf(cid.multihash.code, bytes), cid.multihash.digest);

export const isSame = (computed: Uint8Array | undefined, digest: Uint8Array): boolean =>
  computed !== undefined && Buffer.compare(computed, digest) === 0;

/** Returns the bytes of an identity CID; undefined for any other CID. */
export const inlineBytes = (cid: CID): Uint8Array | undefined =>
  cid.multihash.code === IDENTITY ? cid.multihash.digest : undefined;

export const isLeaf = (cid: CID): boolean => cid.code === raw.code;
export const isNode = (cid: CID): boolean => cid.code === dagPb.code;

/** Returns the CID as stored in the index: a CIDv0 and its CIDv1 are the same. */
export const cidKey = (cid: CID): Buffer => {
  const { bytes } = cid.toV1();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** Returns the CID as text in this engine: version 1 in base32. */
export const cidText = (cid: CID): string => cid.toV1().toString();
