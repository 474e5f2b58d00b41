/** Content that a project shows by an IPNS name: /ipns/<name>, perhaps with a folder in it. */
import type { CID } from "multiformats/cid";
import { findHash } from "./hash.ts";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

export interface Named {
  /** /ipns/k51…, with the folder that was given. */
  readonly path: string;
  /** /ipfs/…: where it leads now. */
  readonly target: string;
  /** Of the folder there; of its root while that is not here. */
  readonly cid: CID;
  readonly isHere: boolean;
}

/** Follows the name and finds the folder in this cloud's own store; otherwise one sentence says what is wrong. */
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
