/** Parses IPNS names into their canonical form. */
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";
import type { MultihashDigest } from "multiformats/hashes/interface";
import { parseKeyCid } from "../../engines/blocks/dag/parse-cid.ts";

const identityCode = 0x00;
const sha256Code = 0x12;

/**
 * Parses "k51…" in any encoding, "12D3Koo…" and "Qm…" (of an RSA key) into a base36 CIDv1. Returns undefined for other names,
 * such as DNSLink names.
 */
export const parseName = (text: string): string | undefined => {
  const cid = parseKeyCid(text);
  if (!cid || (cid.multihash.code !== identityCode && cid.multihash.code !== sha256Code)) return undefined;
  return cid.toString(base36);
};

/** Returns the multihash of a parsed name's public key. */
export const multihashOf = (key: string): MultihashDigest<0x00 | 0x12> =>
  CID.parse(key, base36).multihash as MultihashDigest<0x00 | 0x12>;
