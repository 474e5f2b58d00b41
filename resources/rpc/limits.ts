/** Constants of the RPC service. */
export const rpcKeyNameMax = 40;
export const rpcKeyNotesMax = 80;
/** Pay-as-you-go keys of a team; of the free one there is one. */
export const rpcVipKeysPerTeam = 10;
/** LAND that must be there when a pay-as-you-go key is made. */
export const rpcVipBalanceLand = 10_000_000n;
/** Compute units a second. */
export const rpcUnitsPerSecond = { FREE: 300, VIP: 1000 } as const;
/**
 * Milliseconds that a request above the rate is held before it is refused with 429: below the 10 s after which viem gives up. A batch
 * waits longer, for clients retry no single request of one.
 */
export const rpcPatienceMs = { single: 5000, batch: 20_000 } as const;
/** Beyond a daily cap that slows down, this share of the key's compute units a second is left. */
export const rpcSlowDivisor = 10;
/** For so long the old address of a key that was reset goes on working. */
export const rpcOverlapSeconds = 86_400;
export const rpcPublicKeysPerKey = 10;
export const rpcPublicKeyNameMax = 32;
export const rpcPublicKeyMax = 4096;
export const rpcAllowEntriesMax = 100;
export const rpcAllowValueMax = 200;
export const rpcDailyCapMax = 1_000_000_000_000;

/** One address, one body: requests of a batch, bytes of a body. */
export const rpcBatchMax = 100;
export const rpcBodyBytesMax = 1024 * 1024;
/** Open websockets of one key, in one process, and subscriptions of one of them. */
export const rpcSocketsPerKey = 1000;
export const rpcSubscriptionsPerSocket = 100;

/** Filters of one key, seconds after its last poll that one ends, and blocks that one poll covers. */
export const rpcFiltersPerKey = 100;
export const rpcFilterSeconds = 300;
export const rpcFilterBlocksPerPoll = 256;

/** What is kept of requests: counts so many days, single requests so many days and so many of a key. */
export const rpcCountsDays = 90;
export const rpcLogDays = 7;
export const rpcLogPerKey = 2000;
export const rpcTopShown = 5;
/** Days that figures are of, unless another time is asked for. */
export const rpcDaysShown = 30;
