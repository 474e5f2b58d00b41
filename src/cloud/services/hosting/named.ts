/** Content that a project shows by an IPNS name: /ipns/<name>, perhaps with a folder in it. */
import type { CID } from "multiformats/cid";
import { findHash } from "./hash.ts";
import type { Parts } from "./parts.ts";
import { sentences } from "./sentences.ts";

export interface Named {
  /** /ipns/k51…, with the folder that was given. */
  readonly path: string;
  /** /ipfs/…: where it leads now. */
  readonly target: string;
  /** Of the folder there. */
  readonly cid: CID;
}

/** Follows the name and finds the folder in this cloud's own store; otherwise one sentence says what is wrong. */
export const findNamed = async (
  { ipns, engines }: Pick<Parts, "ipns" | "engines">,
  given: string,
): Promise<Named | { readonly problem: string }> => {
  const [namespace, name = "", ...folders] = given.split("/").filter(Boolean);
  const key = namespace === "ipns" ? ipns.keyOf(name) : undefined;
  if (key === undefined) return { problem: sentences.noName };
  const path = ["", "ipns", key, ...folders].join("/");
  const leads = await ipns.resolve(key, { fresh: true });
  if (!leads) return { problem: sentences.nameUnknown(path) };
  const target = ["", "ipfs", leads.cid, ...leads.path, ...folders].join("/");
  const found = await findHash(engines.blocks, target);
  return "problem" in found ? found : { path, target: found.path, cid: found.cid };
};
