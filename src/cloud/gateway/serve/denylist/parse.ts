/**
 * The compact denylist format (https://specs.ipfs.tech/compact-denylist-format/, IPIP-383): content blocked by a
 * gateway.
 */
import { base58btc } from "multiformats/bases/base58";
import { parseCid } from "../../../engines/blocks/dag/parse-cid.ts";

export type DenialStatus = 410 | 451;

export interface DenyRule {
  /** "ipfs": by multihash, for any CID encoding; "ipns": by name or key; "hashed": by a hash of one of these. */
  readonly by: "ipfs" | "ipns" | "hashed";
  readonly key: string;
  /** "whole": only the root; "below": everything below it; otherwise an exact path or a path prefix. */
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

/** Parses a denylist. Invalid lines are skipped and reported. */
export const parseDenylist = (text: string): ParsedList => {
  const lines = text.split(/\r?\n/);
  const separator = lines.findIndex((line) => line.trim() === "---");
  const status = statusIn(lines.slice(0, Math.max(0, separator)).join("\n")) ?? 410;
  const rules: DenyRule[] = [];
  const ignoredLines: number[] = [];
  for (const [index, line] of lines.entries()) {
    const ruleText = line.trim();
    if (index <= separator || ruleText === "" || ruleText.startsWith("#")) continue;
    const rule = parseRule(ruleText, status);
    if (rule) rules.push(rule);
    else ignoredLines.push(index + 1);
  }
  return { rules, ignoredLines };
};

/** Parses the status hint: "gateway_status: 451" in the header, "gateway_status=451" in a rule. */
const statusIn = (text: string): DenialStatus | undefined => {
  const status = /\bgateway_status\s*[:=]\s*"?(410|451)\b/.exec(text)?.[1];
  return status ? (Number(status) as DenialStatus) : undefined;
};

const parseRule = (line: string, defaultStatus: DenialStatus): DenyRule | undefined => {
  const allows = /^[+!]/.test(line);
  const [address = "", ...hints] = (allows ? line.slice(1) : line).split(/\s+/);
  const status = statusIn(hints.join(" ")) ?? defaultStatus;
  const hashed = address.startsWith("//") ? hashedKey(address.slice(2)) : undefined;
  if (hashed !== undefined) return { by: "hashed", key: hashed, path: { is: "whole" }, allows, status };
  const [, by, id, rest = ""] = /^\/(ipfs|ipns)\/([^/*]+)(\*|\/.*)?$/.exec(address) ?? [];
  const key = by === undefined || id === undefined ? undefined : keyOf(by as "ipfs" | "ipns", id);
  const path = pathOf(rest);
  return key === undefined || !path ? undefined : { by: by as "ipfs" | "ipns", key, path, allows, status };
};

/** Parses a SHA-256 hash: 64 hexadecimal digits, or a base58 multihash. */
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

/** Returns the key of a CID or name. Different encodings of one CID have the same key. */
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
