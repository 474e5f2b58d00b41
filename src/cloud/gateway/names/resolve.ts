import { ipnsRecursionMax } from "../../../../resources/gateway/limits.ts";
import { parseName } from "./name.ts";
import { cacheSeconds, isValid, type ReadRecord } from "./record.ts";
import { parseValue } from "./value.ts";

export interface Resolved {
  /** CIDv1 in base32. */
  readonly cid: string;
  /** Path below the CID, not escaped; usually empty. */
  readonly path: readonly string[];
  /** Cache time of the result. */
  readonly ttlSeconds: number;
  /** Local teams that own the resolved names. */
  readonly teams: readonly string[];
}

/** A record, with the team that owns the name if it is local. */
export type CurrentRecord = ReadRecord & { readonly teamId?: string };

/**
 * Resolves a name to content, through other names if needed. Returns undefined for unknown or expired names and loops.
 */
export const resolveName = async (
  name: string,
  current: (key: string) => Promise<CurrentRecord | undefined>,
): Promise<Resolved | undefined> => {
  const visited = new Set<string>();
  const teams: string[] = [];
  let key = parseName(name);
  let path: readonly string[] = [];
  let ttlSeconds = Infinity;
  while (key !== undefined && !visited.has(key) && visited.size < ipnsRecursionMax) {
    visited.add(key);
    const record = await current(key);
    if (!record || !isValid(record)) return undefined;
    ttlSeconds = Math.min(ttlSeconds, cacheSeconds(record));
    if (record.teamId !== undefined) teams.push(record.teamId);
    const value = parseValue(record.value);
    if (!value) return undefined;
    path = [...value.path, ...path];
    if (value.space === "ipfs") return { cid: value.cid, path, ttlSeconds, teams };
    key = value.key;
  }
  return undefined;
};
