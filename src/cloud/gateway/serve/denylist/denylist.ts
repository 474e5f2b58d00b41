/** Checks denylists: each request before reading, and each content before sending. */
import { createHash } from "node:crypto";
import { base58btc } from "multiformats/bases/base58";
import type { CID } from "multiformats/cid";
import { keyOf, type DenialStatus, type DenyRule } from "./parse.ts";

/** A content path: its root, and its decoded parts. */
export interface ContentAddress {
  readonly space: "ipfs" | "ipns";
  /** CID or name. */
  readonly id: string;
  readonly parts: readonly string[];
}

export interface Denylist {
  /** Number of rules. */
  readonly size: number;
  /** Whether a CID is denied, regardless of the path to it. */
  ofContent(cid: CID): DenialStatus | undefined;
  ofAddress(address: ContentAddress): DenialStatus | undefined;
  /** Checks an address with everything below it. Hashed rules for paths below can't be detected. */
  ofTree(address: ContentAddress): DenialStatus | undefined;
}

export const denylistOf = (rules: readonly DenyRule[]): Denylist => {
  const byKey = Map.groupBy(rules, ({ by, key }) => `${by} ${key}`);
  const rulesFor = (by: DenyRule["by"], key: string): readonly DenyRule[] => byKey.get(`${by} ${key}`) ?? [];
  const hasHashed = rules.some(({ by }) => by === "hashed");

  const ofHashes = (texts: readonly string[]): DenialStatus | undefined =>
    hasHashed ? verdict(texts.flatMap((text) => rulesFor("hashed", sha256(text)))) : undefined;

  const ofKey = (cid: CID): string => base58btc.baseEncode(cid.multihash.bytes);

  const ofAddress: Denylist["ofAddress"] = ({ space, id, parts }) => {
    if (rules.length === 0) return undefined;
    const key = keyOf(space, id);
    if (key === undefined) return undefined;
    const path = pathOf(parts);
    const stated = verdict(rulesFor(space, key).filter((rule) => covers(rule, path)));
    return stated ?? ofHashes([`${key}${path}`, `${id}${path || "/"}`]);
  };

  const ofPathsBelow: Denylist["ofAddress"] = ({ space, id, parts }) => {
    const key = rules.length === 0 ? undefined : keyOf(space, id);
    if (key === undefined) return undefined;
    const start = `${pathOf(parts)}/`;
    return rulesFor(space, key).find(({ path, allows }) => !allows && "path" in path && path.path.startsWith(start))
      ?.status;
  };

  return {
    size: rules.length,
    ofContent(cid) {
      if (rules.length === 0) return undefined;
      const key = ofKey(cid);
      const own = rulesFor("ipfs", key).filter(({ path }) => path.is === "whole" || path.is === "below");
      // Older lists hash the CID with a slash, newer ones the multihash.
      return verdict(own) ?? ofHashes([key, `${cid.toV1().toString()}/`]);
    },
    ofAddress,
    ofTree: (address) => ofAddress(address) ?? ofPathsBelow(address),
  };
};

const pathOf = (parts: readonly string[]): string => (parts.length === 0 ? "" : `/${parts.join("/")}`);

const covers = ({ path: rule }: DenyRule, path: string): boolean => {
  if (rule.is === "whole") return path === "";
  if (rule.is === "below") return true;
  if (rule.is === "exactly") return path === rule.path;
  return path.startsWith(rule.path);
};

/** Allow rules take precedence over deny rules. */
const verdict = (rules: readonly DenyRule[]): DenialStatus | undefined =>
  rules.some(({ allows }) => allows) ? undefined : rules[0]?.status;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
