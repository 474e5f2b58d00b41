import { ipnsRecursionMax } from "../../../../resources/gateway/limits.ts";
import { parseName } from "./name.ts";
import type { ReadRecord } from "./record.ts";
import { parseValue } from "./value.ts";

export interface Resolved {
  /** CIDv1 in base32. */
  readonly cid: string;
  /** Below it, not escaped; mostly empty. */
  readonly path: readonly string[];
  /** How long the answer may be kept. */
  readonly ttlSeconds: number;
  /** Teams of this cloud whose names were passed on the way. */
  readonly teams: readonly string[];
}

/** A record, and whose the name is when it is a team's of this cloud. */
export type CurrentRecord = ReadRecord & { readonly teamId?: string };

/** Follows a name to content, over other names if need be; undefined for a name that is unknown, expired or leads in a circle. */
export const resolveName = async (
  name: string,
  current: (key: string) => Promise<CurrentRecord | undefined>,
): Promise<Resolved | undefined> => {
  const passed = new Set<string>();
  const teams: string[] = [];
  let key = parseName(name);
  let path: readonly string[] = [];
  let ttlSeconds = Infinity;
  while (key !== undefined && !passed.has(key) && passed.size < ipnsRecursionMax) {
    passed.add(key);
    const record = await current(key);
    if (!record) return undefined;
    ttlSeconds = Math.min(ttlSeconds, ttlOf(record));
    if (record.teamId !== undefined) teams.push(record.teamId);
    const value = parseValue(record.value);
    if (!value) return undefined;
    path = [...value.path, ...path];
    if (value.space === "ipfs") return { cid: value.cid, path, ttlSeconds, teams };
    key = value.key;
  }
  return undefined;
};

/** Nothing is kept beyond the record's own end. */
const ttlOf = ({ ttlSeconds, expiresAt }: ReadRecord): number =>
  Math.max(0, Math.min(ttlSeconds, Math.floor((expiresAt.getTime() - Date.now()) / 1000)));
