import { base32 } from "../bytes/base32.ts";
import { sha256 } from "../bytes/sha256.ts";

export interface ContentId {
  /** CIDv1 of a raw leaf in base32: the CID of a file with these bytes, up to 1 MiB (profile unixfs-v1-2025). */
  readonly cid: string;
  /** The SHA-256 digest inside the CID: 32 bytes. */
  readonly digest: Uint8Array;
}

/** version 1, codec raw, hash sha2-256 of 32 bytes */
const cidPrefix = [0x01, 0x55, 0x12, 0x20];

/** Computes the content id of a file that contains this text in UTF-8. */
export const contentIdOf = (text: string): ContentId => {
  const digest = sha256(new TextEncoder().encode(text));
  return { cid: `b${base32([...cidPrefix, ...digest])}`, digest };
};
