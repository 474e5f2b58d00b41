/** Converts the content of names between its URL form and the bytes of a record (EIP-1577, for IPFS and IPNS). */
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";
import { parseCid, parseKeyCid } from "../blocks/dag/parse-cid.ts";

/** ipfs-ns and ipns-ns as varints. */
const namespaces = { ipfs: "e301", ipns: "e501" } as const;

/** Normalizes to CID version 1: base32 after ipfs://, base36 after ipns://. Returns undefined for anything else. */
export const canonicalContent = (content: string): string | undefined => {
  const [, space, root] = /^(ipfs|ipns):\/\/([^/]+)\/?$/.exec(content.trim()) ?? [];
  const cid = space !== undefined && (space === "ipfs" ? parseCid(root!) : parseKeyCid(root!));
  return cid ? written(space as keyof typeof namespaces, cid) : undefined;
};

/** Returns the bytes, 0x…, of canonical content. */
export const contentHashOf = (content: string): string => {
  const [space, root] = content.split("://") as [keyof typeof namespaces, string];
  const { bytes } = parseCid(root)!;
  return `0x${namespaces[space]}${Buffer.from(bytes).toString("hex")}`;
};

/** Returns the canonical content of a record's bytes: "" for none, the bytes themselves if neither IPFS nor IPNS. */
export const contentInHash = (hash: string): string => {
  const hex = hash.replace(/^0x/, "").toLowerCase();
  if (hex === "") return "";
  for (const space of ["ipfs", "ipns"] as const) {
    if (!hex.startsWith(namespaces[space])) continue;
    try {
      return written(space, CID.decode(Buffer.from(hex.slice(namespaces[space].length), "hex")));
    } catch {
      break;
    }
  }
  return `0x${hex}`;
};

const written = (space: keyof typeof namespaces, cid: CID): string =>
  space === "ipfs" ? `ipfs://${cid.toV1().toString()}` : `ipns://${cid.toV1().toString(base36)}`;
