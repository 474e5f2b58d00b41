/** Resolves content by IPNS name: /ipns/<name>, optionally with a folder. */
import type { CID } from "multiformats/cid";
import { findHash } from "./hash.ts";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

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
  parts: Pick<HostingContext, "ipns" | "engines" | "contentOwners" | "pinning">,
  teamId: string,
  given: string,
): Promise<Named | { readonly problem: string }> => {
  const [namespace, name = "", ...folders] = given.split("/").filter(Boolean);
  const key = namespace === "ipns" ? parts.ipns.keyOf(name) : undefined;
  if (key === undefined) return { problem: messages.noName };
  const path = ["", "ipns", key, ...folders].join("/");
  const leads = await parts.ipns.resolve(key, { fresh: true });
  if (!leads) return { problem: messages.nameUnknown(path) };
  const target = ["", "ipfs", leads.cid, ...leads.path, ...folders].join("/");
  const found = await findHash(parts, teamId, target);
  return "problem" in found ? found : { path, target: found.path, cid: found.cid, isHere: found.isHere };
};
