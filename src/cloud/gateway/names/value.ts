/** Target of a name. */
import { ipnsValueMax } from "../../../../resources/gateway/limits.ts";
import { libp2pKeyCode, parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import { parseName } from "./name.ts";

export type Value =
  | { readonly space: "ipfs"; readonly cid: string; readonly path: readonly string[] }
  | { readonly space: "ipns"; readonly key: string; readonly path: readonly string[] };

/** Parses "/ipfs/<cid>/…", "/ipns/<name>/…", a CID or a name; undefined for anything else. */
export const parseValue = (text: string): Value | undefined => {
  if (text.length > ipnsValueMax || text.includes("\0")) return undefined;
  const [space, root = "", ...path] = text.startsWith("/") ? text.slice(1).split("/") : ["", ...text.split("/")];
  const parts = path.filter(Boolean);
  if (space === "ipfs") return inIpfs(root, parts);
  if (space === "ipns") return inIpns(root, parts);
  return space === "" ? (inIpfs(root, parts) ?? inIpns(root, parts)) : undefined;
};

/** Returns the canonical form of a value, as stored and signed. */
export const valueText = (value: Value): string =>
  ["", value.space, value.space === "ipfs" ? value.cid : value.key, ...value.path].join("/");

const inIpfs = (root: string, path: readonly string[]): Value | undefined => {
  const cid = parseCid(root)?.toV1();
  return !cid || cid.code === libp2pKeyCode ? undefined : { space: "ipfs", cid: cid.toString(), path };
};

const inIpns = (root: string, path: readonly string[]): Value | undefined => {
  const key = parseName(root);
  return key === undefined ? undefined : { space: "ipns", key, path };
};
