/** Parses IPNS names into their canonical form. */
import { base36 } from "multiformats/bases/base36";
import { base58btc } from "multiformats/bases/base58";
import { CID } from "multiformats/cid";
import { decode } from "multiformats/hashes/digest";
import type { MultihashDigest } from "multiformats/hashes/interface";

export const libp2pKeyCode = 0x72;
const identityCode = 0x00;
const sha256Code = 0x12;
const nameMax = 128;

/**
 * Parses "k51…", "bafzaa…", "12D3Koo…" and "Qm…" (of an RSA key) into a base36 CIDv1. Returns undefined for other names,
 * such as DNSLink names.
 */
export const parseName = (text: string): string | undefined => {
  if (text.length > nameMax) return undefined;
  const cid = cidIn(text);
  if (!cid || (cid.multihash.code !== identityCode && cid.multihash.code !== sha256Code)) return undefined;
  return cid.toString(base36);
};

/** Returns the multihash of a parsed name's public key. */
export const multihashOf = (key: string): MultihashDigest<0x00 | 0x12> =>
  CID.parse(key, base36).multihash as MultihashDigest<0x00 | 0x12>;

const cidIn = (text: string): CID | undefined => {
  try {
    if (/^(1|Qm)/.test(text)) return CID.createV1(libp2pKeyCode, decode(base58btc.decode(`z${text}`)));
    const cid = CID.parse(text, text.startsWith("k") ? base36 : undefined);
    return cid.code === libp2pKeyCode ? cid : undefined;
  } catch {
    return undefined;
  }
};
