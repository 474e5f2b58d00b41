import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";

/** Parses a CID of any version, with or without "/ipfs/", to a base32 CIDv1; undefined if it is invalid. */
export const rootOf = (text: string): string | undefined => {
  const cidText = text.trim().replace(/^\/ipfs\//, "");
  try {
    return CID.parse(cidText, cidText.startsWith("k") ? base36 : undefined)
      .toV1()
      .toString();
  } catch {
    return undefined;
  }
};
