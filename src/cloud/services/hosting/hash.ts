/** Content that a project shows by its hash: /ipfs/<cid>, perhaps with a folder in it. */
import { CID } from "multiformats/cid";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

export interface Hash {
  /** With a CIDv1, whatever was given. */
  readonly path: string;
  /** Of the folder it names; of its root while that is not here. */
  readonly cid: CID;
  /** Whether it is stored here; otherwise a deployment fetches it. */
  readonly isHere: boolean;
}

/**
 * Finds the folder among what is stored here and public, or the team's own. What is not here can be fetched where gateways are
 * configured; otherwise one sentence says what is wrong. The private content of other teams counts as not held.
 */
export const findHash = async (
  {
    engines: { blocks, database },
    contentOwners,
    pinning,
  }: Pick<HostingContext, "engines" | "contentOwners" | "pinning">,
  teamId: string,
  given: string,
): Promise<Hash | { readonly problem: string }> => {
  const [namespace, root = "", ...folders] = given.split("/").filter(Boolean);
  const cid = namespace === "ipfs" ? cidOf(root) : undefined;
  if (!cid) return { problem: messages.noHash };
  const path = ["", "ipfs", cid.toString(), ...folders].join("/");
  const isReadable = (await contentOwners.readableBy(database.db, teamId, [cid])).size > 0;
  const found = isReadable ? await blocks.resolve(cid, folders) : undefined;
  if (!found) return pinning.isConnected ? { path, cid, isHere: false } : { problem: messages.notHeld(path) };
  return found.type === "directory" ? { path, cid: found.cid, isHere: true } : { problem: messages.hashIsFile };
};

/** Folders of a path below this CID: of "/ipfs/<cid>/a/b" both; none where the path begins with another one. */
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
