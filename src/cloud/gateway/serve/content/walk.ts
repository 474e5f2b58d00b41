/** Follows a path across blocks: folders and linked data. */
import type { CID } from "multiformats/cid";
import type { Blocks } from "../../../engines/blocks/blocks.ts";
import { codecOf, followLink } from "./codecs.ts";

export type Walked =
  /** `roots`: the CID of the root and of each path part that is a link. */
  | { readonly is: "found"; readonly cid: CID; readonly roots: readonly CID[] }
  /** The path does not exist. */
  | { readonly is: "missing"; readonly roots: readonly CID[] }
  /** A block of the path is not stored here. */
  | { readonly is: "not-held"; readonly roots: readonly CID[] }
  /** The path ends inside a data block. */
  | { readonly is: "inside"; readonly roots: readonly CID[] };

const PARTS_MAX = 500;

export const walk = async (
  blocks: Pick<Blocks, "resolve" | "block">,
  root: CID,
  parts: readonly string[],
): Promise<Walked> => {
  const roots = [root];
  if (parts.length > PARTS_MAX) return { is: "missing", roots };
  let cid = root;
  for (let at = 0; at < parts.length;) {
    const step = codecOf(cid)
      ? await stepInData(blocks, cid, parts.slice(at))
      : await stepInFolder(blocks, cid, parts[at]!);
    if (step.is !== "link") return { is: step.is, roots };
    cid = step.cid;
    at += step.used;
    roots.push(cid);
  }
  return (await blocks.resolve(cid, [])) ? { is: "found", cid, roots } : { is: "not-held", roots };
};

type Step =
  | { readonly is: "link"; readonly cid: CID; readonly used: number }
  | { readonly is: "missing" | "not-held" | "inside" };

const stepInData = async (blocks: Pick<Blocks, "block">, cid: CID, names: readonly string[]): Promise<Step> => {
  const bytes = await blocks.block(cid);
  return bytes ? followLink(cid, bytes, names) : { is: "not-held" };
};

const stepInFolder = async (blocks: Pick<Blocks, "resolve">, cid: CID, name: string): Promise<Step> => {
  const entry = await blocks.resolve(cid, [name]);
  if (entry) return { is: "link", cid: entry.cid, used: 1 };
  return { is: (await blocks.resolve(cid, [])) ? "missing" : "not-held" };
};
