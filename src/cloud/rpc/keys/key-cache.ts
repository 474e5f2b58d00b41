/** Caches keys for a moment; a change clears the cache in every process. */
import { createPublicKey, type KeyObject } from "node:crypto";
import type { Db } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { everywhere } from "../../kernel/events.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import { guardOf, type Guard } from "../limits/guard.ts";
import { keyBySecret, type RpcKey } from "./keys.ts";
import { listPublicKeys } from "./public-keys.ts";

export interface CachedKey extends Pick<
  RpcKey,
  "id" | "team_id" | "type" | "active" | "needs_token" | "daily_cap" | "at_cap"
> {
  readonly guard: Guard;
  readonly publicKeys: readonly KeyObject[];
}

export type KeyCache = ReturnType<typeof createKeyCache>;

const cacheMs = 2000;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export const createKeyCache = (db: Db, realtime: Pick<Realtime, "signal" | "onSignal">) => {
  const cache = createLookupCache(cacheMs, (userKey) => lookUp(db, userKey));
  const changed = everywhere(realtime, "rpcKeysChanged", cache.clear);
  return {
    /** Returns undefined for an unknown key. */
    find: async (userKey: string): Promise<CachedKey | undefined> =>
      secretPattern.test(userKey) ? cache.get(userKey) : undefined,
    changed: (): void => changed(),
  };
};

const lookUp = async (db: Db, userKey: string): Promise<CachedKey | undefined> => {
  const key = await keyBySecret(db, userKey);
  if (!key) return undefined;
  const publicKeys = await listPublicKeys(db, key.id);
  return { ...key, guard: guardOf(key.allow), publicKeys: publicKeys.map(({ pk }) => createPublicKey(pk)) };
};
