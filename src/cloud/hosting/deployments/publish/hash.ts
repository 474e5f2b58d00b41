/** Resolves content by hash (/ipfs/<cid>) or name (/ipns/<name>), optionally with a folder. */
import { CID } from "multiformats/cid";
import { parseCid } from "../../../engines/blocks/dag/parse-cid.ts";
import type { HostingContext } from "../deps.ts";
import { messages } from "../messages.ts";

interface Hash {
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
  const cid = namespace === "ipfs" ? parseCid(root)?.toV1() : undefined;
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

export interface Named {
  /** /ipns/k51…, with the requested folder. */
  readonly path: string;
  /** /ipfs/…: its current target. */
  readonly target: string;
  /** CID of the folder, or of the root while the content is not stored here. */
  readonly cid: CID;
  readonly isHere: boolean;
}

/** Resolves the name and finds the folder in the local store; otherwise a message gives the problem. */
export const findNamed = async (
  deps: Pick<HostingContext, "ipns" | "engines" | "contentOwners" | "pinning">,
  teamId: string,
  input: string,
): Promise<Named | { readonly problem: string }> => {
  const [namespace, name = "", ...folders] = input.split("/").filter(Boolean);
  const key = namespace === "ipns" ? deps.ipns.keyOf(name) : undefined;
  if (key === undefined) return { problem: messages.noName };
  const path = ["", "ipns", key, ...folders].join("/");
  const leads = await deps.ipns.resolve(key, { fresh: true });
  if (!leads) return { problem: messages.nameUnknown(path) };
  const target = ["", "ipfs", leads.cid, ...leads.path, ...folders].join("/");
  const resolved = await findHash(deps, teamId, target);
  return "problem" in resolved ? resolved : { path, target: resolved.path, cid: resolved.cid, isHere: resolved.isHere };
};
