/** Parses CIDs in every encoding (multibase), for all that read one: gateways, pins, projects, IPNS and on-chain names. */
import { base10 } from "multiformats/bases/base10";
import { base16, base16upper } from "multiformats/bases/base16";
import { base2 } from "multiformats/bases/base2";
import { base256emoji } from "multiformats/bases/base256emoji";
import * as base32 from "multiformats/bases/base32";
import { base36, base36upper } from "multiformats/bases/base36";
import { base58btc, base58flickr } from "multiformats/bases/base58";
import { base64, base64pad, base64url, base64urlpad } from "multiformats/bases/base64";
import { base8 } from "multiformats/bases/base8";
import type { MultibaseDecoder } from "multiformats/bases/interface";
import { CID } from "multiformats/cid";
import { decode } from "multiformats/hashes/digest";

/** Longer texts are refused unread: decoding base58 takes quadratic time. An identity CID of 128 bytes in base 2 fits. */
const textMax = 1100;

const bases: readonly (MultibaseDecoder<string> & { readonly prefix: string })[] = [
  base2,
  base8,
  base10,
  base16,
  base16upper,
  ...Object.values(base32),
  base36,
  base36upper,
  base58btc,
  base58flickr,
  base64,
  base64pad,
  base64url,
  base64urlpad,
  base256emoji,
];
const byPrefix = new Map(bases.map((base) => [base.prefix, base]));

/** Returns the CID in its own version; undefined if the text is none. */
export const parseCid = (text: string): CID | undefined => {
  if (text.length > textMax) return undefined;
  try {
    const [prefix = ""] = text;
    // Version 0 has no prefix.
    const cid = CID.parse(text, prefix === "Q" ? undefined : byPrefix.get(prefix));
    return cid.version === 0 && prefix !== "Q" ? undefined : cid;
  } catch {
    return undefined;
  }
};

/** Multicodec of a public key, which an IPNS name is. */
export const libp2pKeyCode = 0x72;

/** Returns the CIDv1 of an IPNS key: a CID, or a peer ID as bare base58 (12D3Koo…, Qm…). */
export const parseKeyCid = (text: string): CID | undefined => {
  if (text.length > textMax) return undefined;
  try {
    if (/^(?:1|Qm)/.test(text)) return CID.createV1(libp2pKeyCode, decode(base58btc.decode(`z${text}`)));
  } catch {
    return undefined;
  }
  const cid = parseCid(text);
  return cid?.code === libp2pKeyCode ? cid : undefined;
};
