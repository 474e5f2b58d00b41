/** An id as a label of a host name, where capitals are lost: base32 of its bytes, as Arweave's gateways write it. */
import { base32 } from "multiformats/bases/base32";

export const hostLabelOf = (id: string): string => base32.baseEncode(Buffer.from(id, "base64url"));

/** undefined when the label is none of an id. */
export const idOfHostLabel = (label: string): string | undefined =>
  /^[a-z2-7]{52}$/.test(label) ? Buffer.from(base32.baseDecode(label)).toString("base64url") : undefined;
