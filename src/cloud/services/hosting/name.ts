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
