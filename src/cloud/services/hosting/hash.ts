/** Resolves content by hash: /ipfs/<cid>, optionally with a folder. */
import { CID } from "multiformats/cid";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

export interface Hash {
  /** Always with a CIDv1. */
  readonly path: string;
  /** CID of the folder, or of the root while the content is not stored here. */
  readonly cid: CID;
  /** Whether it is stored here; otherwise the deployment fetches it. */
  readonly isHere: boolean;
}

/**
 * Finds the folder in public content stored here or in the team's own. Other content can be fetched if gateways are
 * configured; otherwise a message gives the problem. Private content of other teams counts as not stored.
 */
export const findHash = async (
  {
    engines: { blocks, database },
    contentOwners,
    pinning,
  }: Pick<HostingContext, "engines" | "contentOwners" | "pinning">,
  teamId: string,
  input: string,
): Promise<Hash | { readonly problem: string }> => {
  const [namespace, root = "", ...folders] = input.split("/").filter(Boolean);
  const cid = namespace === "ipfs" ? cidOf(root) : undefined;
  if (!cid) return { problem: messages.noHash };
  const path = ["", "ipfs", cid.toString(), ...folders].join("/");
  const isReadable = (await contentOwners.readableBy(database.db, teamId, [cid])).size > 0;
  const resolved = isReadable ? await blocks.resolve(cid, folders) : undefined;
  if (!resolved) return pinning.isConnected ? { path, cid, isHere: false } : { problem: messages.notHeld(path) };
  return resolved.type === "directory" ? { path, cid: resolved.cid, isHere: true } : { problem: messages.hashIsFile };
};

/**
 * Returns the folders of a path below this CID: for "/ipfs/<cid>/a/b" both; none if the path begins with another CID.
 */
export const foldersBelow = (path: string | null, cid: string): string[] => {
  const [namespace, root, ...folders] = (path ?? "").split("/").filter(Boolean);
  return namespace === "ipfs" && root === cid ? folders : [];
};

const cidOf = (text: string): CID | undefined => {
  try {
    return CID.parse(text).toV1();
  } catch {
    return undefined;
  }
};
