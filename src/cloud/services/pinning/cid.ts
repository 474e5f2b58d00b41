import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";

/** A CID of any version as CIDv1 in base32, "/ipfs/" before it left away; undefined when it is not one. */
export const rootOf = (text: string): string | undefined => {
  const given = text.trim().replace(/^\/ipfs\//, "");
  try {
    return CID.parse(given, given.startsWith("k") ? base36 : undefined)
      .toV1()
      .toString();
  } catch {
    return undefined;
  }
};
