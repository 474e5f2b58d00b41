/** Constants of the RPC service. */
export const rpcKeyNameMax = 40;
export const rpcKeyNotesMax = 80;
/** Pay-as-you-go keys per team, in addition to one free key. */
export const rpcVipKeysPerTeam = 10;
/** LAND balance required to create a pay-as-you-go key. */
export const rpcVipBalanceLand = 10_000_000n;
/** Compute units per second. */
export const rpcUnitsPerSecond = { FREE: 300, VIP: 1000 } as const;
/**
 * Milliseconds that a request above the rate is held before it is refused with 429: below viem's timeout of 10 s.
 * Batches wait longer, because clients don't retry single requests of a batch.
 */
export const rpcPatienceMs = { single: 5000, batch: 20_000 } as const;
/** Above a daily cap that slows down, the key's compute units per second are divided by this. */
export const rpcSlowDivisor = 10;
/** How long a key's old URL works after a reset. */
export const rpcOverlapSeconds = 86_400;
export const rpcPublicKeysPerKey = 10;
export const rpcPublicKeyNameMax = 32;
export const rpcPublicKeyMax = 4096;
export const rpcAllowEntriesMax = 100;
export const rpcAllowValueMax = 200;
export const rpcDailyCapMax = 1_000_000_000_000;

/** Limits of one HTTP request: requests per batch, bytes of the body. */
export const rpcBatchMax = 100;
export const rpcBodyBytesMax = 1024 * 1024;
/** Open WebSockets per key and process, and subscriptions per WebSocket. */
export const rpcSocketsPerKey = 1000;
export const rpcSubscriptionsPerSocket = 100;

/** Filters per key, seconds from the last poll until a filter expires, and blocks per poll. */
export const rpcFiltersPerKey = 100;
export const rpcFilterSeconds = 300;
export const rpcFilterBlocksPerPoll = 256;

/** Retention of request data: days of counts, days of single requests, and single requests per key. */
export const rpcCountsDays = 90;
export const rpcLogDays = 7;
export const rpcLogPerKey = 2000;
/** Characters kept of a failed request's parameters, and of each text in them. */
export const rpcPayloadMax = 4000;
export const rpcPayloadTextMax = 500;
export const rpcMethodSearchMax = 80;
export const rpcTopShown = 5;
