import { unbase32 } from "../bytes/base32.ts";
import { sha256 } from "../bytes/sha256.ts";

/** CIDv1 in base32 with a SHA-256 digest. */
const cidPattern = /^b[a-z2-7]{58}$/;
const digestBytes = 32;

/** Returns 32 bytes that stand for an ID: the digest in a CID, as in `contentIdOf`, or the SHA-256 of other text. */
export const digestOf = (id: string): Uint8Array =>
  cidPattern.test(id) ? unbase32(id.slice(1)).slice(-digestBytes) : sha256(new TextEncoder().encode(id));
