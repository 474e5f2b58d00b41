/** Content that a project shows by its hash: /ipfs/<cid>, perhaps with a folder in it. */
import { CID } from "multiformats/cid";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { sentences } from "./sentences.ts";

export interface Hash {
  /** With a CIDv1, whatever was given. */
  readonly path: string;
  /** Of the folder it names. */
  readonly cid: CID;
}

/** Finds the folder in this cloud's own store; otherwise one sentence says what is wrong. */
export const findHash = async (blocks: Blocks, given: string): Promise<Hash | { readonly problem: string }> => {
  const [namespace, root = "", ...folders] = given.split("/").filter(Boolean);
  const cid = namespace === "ipfs" ? cidOf(root) : undefined;
  if (!cid) return { problem: sentences.noHash };
  const path = ["", "ipfs", cid.toString(), ...folders].join("/");
  const found = await blocks.resolve(cid, folders);
  if (!found) return { problem: sentences.notHeld(path) };
  return found.type === "directory" ? { path, cid: found.cid } : { problem: sentences.hashIsFile };
};

const cidOf = (text: string): CID | undefined => {
  try {
    return CID.parse(text).toV1();
  } catch {
    return undefined;
  }
};
