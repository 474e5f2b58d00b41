/** Encodes an ID as a host name label, which is case-insensitive: base32 of its bytes, as Arweave gateways do. */
import { base32 } from "multiformats/bases/base32";

export const hostLabelOf = (id: string): string => base32.baseEncode(Buffer.from(id, "base64url"));

/** Returns undefined if the label does not encode an ID. */
export const idOfHostLabel = (label: string): string | undefined =>
  /^[a-z2-7]{52}$/.test(label) ? Buffer.from(base32.baseDecode(label)).toString("base64url") : undefined;
