/** The compact denylist format (https://specs.ipfs.tech/compact-denylist-format/, IPIP-383): content a gateway refuses. */
import { base58btc } from "multiformats/bases/base58";
import { parseCid } from "../target.ts";

export type DenialStatus = 410 | 451;

export interface DenyRule {
  /** "ipfs" by what a CID hashes, whatever its form; "ipns" by name or key; "hashed" by a hash of one of these. */
  readonly by: "ipfs" | "ipns" | "hashed";
  readonly key: string;
  /** "whole": only itself; "below": everything below it; otherwise paths that are it, or begin with it. */
  readonly path:
    | { readonly is: "whole" }
    | { readonly is: "below" }
    | { readonly is: "exactly"; readonly path: string }
    | { readonly is: "prefix"; readonly path: string };
  readonly allows: boolean;
  readonly status: DenialStatus;
}

export interface ParsedList {
  readonly rules: readonly DenyRule[];
  /** Numbers of the lines that are not supported rules. */
  readonly ignoredLines: readonly number[];
}

/** A list that cannot be read in part still denies with the rest. */
export const parseDenylist = (text: string): ParsedList => {
  const lines = text.split(/\r?\n/);
  const separator = lines.findIndex((line) => line.trim() === "---");
  const status = statusIn(lines.slice(0, Math.max(0, separator)).join("\n")) ?? 410;
  const rules: DenyRule[] = [];
  const ignoredLines: number[] = [];
  for (const [index, line] of lines.entries()) {
    const words = line.trim();
    if (index <= separator || words === "" || words.startsWith("#")) continue;
    const rule = parseRule(words, status);
    if (rule) rules.push(rule);
    else ignoredLines.push(index + 1);
  }
  return { rules, ignoredLines };
};

/** "gateway_status: 451" of the header, "gateway_status=451" of a rule. */
const statusIn = (text: string): DenialStatus | undefined => {
  const found = /\bgateway_status\s*[:=]\s*"?(410|451)\b/.exec(text)?.[1];
  return found ? (Number(found) as DenialStatus) : undefined;
};

const parseRule = (line: string, byDefault: DenialStatus): DenyRule | undefined => {
  const allows = /^[+!]/.test(line);
  const [address = "", ...hints] = (allows ? line.slice(1) : line).split(/\s+/);
  const status = statusIn(hints.join(" ")) ?? byDefault;
  const hashed = address.startsWith("//") ? hashedKey(address.slice(2)) : undefined;
  if (hashed !== undefined) return { by: "hashed", key: hashed, path: { is: "whole" }, allows, status };
  const [, by, id, rest = ""] = /^\/(ipfs|ipns)\/([^/*]+)(\*|\/.*)?$/.exec(address) ?? [];
  const key = by === undefined || id === undefined ? undefined : keyOf(by as "ipfs" | "ipns", id);
  const path = pathOf(rest);
  return key === undefined || !path ? undefined : { by: by as "ipfs" | "ipns", key, path, allows, status };
};

/** SHA-256, as 64 hexadecimal digits or as a multihash in base58. */
const hashedKey = (text: string): string | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  try {
    const bytes = base58btc.baseDecode(text);
    return bytes.length === 34 && bytes[0] === 0x12 && bytes[1] === 0x20
      ? Buffer.from(bytes.subarray(2)).toString("hex")
      : undefined;
  } catch {
    return undefined;
  }
};

/** CIDs of one content in other forms, and keys in other forms, are one. */
export const keyOf = (by: "ipfs" | "ipns", id: string): string | undefined => {
  const cid = parseCid(id);
  if (cid) return base58btc.baseEncode(cid.multihash.bytes);
  return by === "ipns" && id.includes(".") ? id.toLowerCase() : undefined;
};

const pathOf = (rest: string): DenyRule["path"] | undefined => {
  if (rest === "" || rest === "/") return { is: "whole" };
  if (rest === "/*" || rest === "*") return { is: "below" };
  try {
    const path = decodeURIComponent(rest.replace(/\*$/, ""));
    return rest.endsWith("*") ? { is: "prefix", path } : { is: "exactly", path: path.replace(/\/$/, "") };
  } catch {
    return undefined;
  }
};
