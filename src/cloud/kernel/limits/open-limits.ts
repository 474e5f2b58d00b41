/** The counts that several processes share: in Redis, or in the database. */
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../../engines/database/database.ts";
import type { Closers } from "../../lib/closers.ts";
import { callEngine } from "../observe/process-metrics.ts";
import { databaseCounts } from "./database-counts.ts";
import { createLimits, type Lease, type Limits, type SharedCounts } from "./limits.ts";

/** Creates the limits of this process: counted in Redis or in the database with others, or alone with the embedded database. */
export const openLimits = async (
  { REDIS_URL, DATABASE_URL }: Pick<Config, "REDIS_URL" | "DATABASE_URL">,
  { database }: { readonly database: Pick<Database, "db"> },
  log: Pick<Logger, "warn">,
  closers: Closers,
): Promise<Limits> => {
  if (REDIS_URL === undefined)
    return createLimits({ shared: DATABASE_URL === undefined ? undefined : databaseCounts(database.db) });
  const shared = await redisCounts(REDIS_URL, log);
  closers.add("Redis", async () => shared.close());
  return createLimits({ shared });
};

/** Counts as database-counts.ts does. `used` above the limit is kept for ten windows. */
const script = `
local units, alone, most, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local counted = redis.call('HMGET', KEYS[1], 'used', 'ends')
local used, ends = tonumber(counted[1] or '0'), tonumber(counted[2] or '0')
if ends <= now then
  if used > 0 then used = math.max(0, used - most * (1 + math.floor((now - ends) / window))) end
  ends = now + window
end
local granted = units
if used > 0 then granted = math.max(0, math.min(units, most - used - alone)) end
redis.call('HSET', KEYS[1], 'used', used + alone + granted, 'ends', ends)
redis.call('PEXPIRE', KEYS[1], window * 10)
return { granted, ends - now }`;

export interface RedisCounts extends SharedCounts {
  close(): void;
}

/** Counts in Redis 5 or later, or Valkey. Connects in the background and again after an interruption; leases fail meanwhile. */
export const redisCounts = async (url: string, log: Pick<Logger, "warn">): Promise<RedisCounts> => {
  // Loaded only with REDIS_URL.
  const { createClient, defineScript } = await import("@redis/client");
  const lease = defineScript({
    SCRIPT: script,
    NUMBER_OF_KEYS: 1,
    parseCommand: (parser, key: string, ...values: readonly number[]) => {
      parser.pushKey(key);
      parser.push(...values.map(String));
    },
    transformReply: (reply: unknown): Lease => {
      const [units, endsInMs] = reply as [number, number];
      return { units, endsInMs };
    },
  });
  const client = createClient({ url, disableOfflineQueue: true, scripts: { lease } });
  let isDown = false;
  client.on("error", (error: unknown) => {
    if (!isDown) log.warn({ err: error }, "Can't reach Redis; each process counts its limits alone until it answers");
    isDown = true;
  });
  client.on("ready", () => (isDown = false));
  client.connect().catch(() => undefined);
  return {
    lease: (asks) =>
      callEngine({ engine: "limits", upstream: "redis", operation: "lease" }, () =>
        Promise.all(
          asks.map(({ limit, caller, units, used }) =>
            client.lease(`freehold:limit:${limit.name} ${caller}`, units, used, limit.max, limit.windowMs),
          ),
        ),
      ),
    close: () => client.destroy(),
  };
};
