/** RPC statistics and endpoints: requests, latency, errors and URLs. Loaded only by the pages of the RPC service. */
import * as z from "zod/mini";
import { periodParams } from "../billing/moments.ts";
import { defineCall } from "../declare/define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { rpcCountsDays, rpcLogDays, rpcLogPerKey } from "./limits.ts";

export const rpcStatTypes = ["REQUESTS", "CU"] as const;
export type RpcStatType = (typeof rpcStatTypes)[number];
export const rpcEndpointTypes = ["HTTP", "WEBSOCKET", "ALL"] as const;

const can = ["list", "rpc-keys"] as const;
const share = z.number().check(z.gte(0), z.lte(1));
const milliseconds = z.number().check(z.gte(0));

const scope = {
  /** "polygon/mainnet". Default: all chains. */
  chain: z.optional(
    z.string().check(z.regex(/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/, "Chain: enter a name such as polygon/mainnet.")),
  ),
  /** Id of a key. Default: all keys of the team, including deleted ones. */
  userKey: z.optional(z.string().check(z.maxLength(60))),
};
const query = { ...scope, ...periodParams(rpcCountsDays) };
const countQuery = { ...query, type: z._default(z.enum(rpcStatTypes), "REQUESTS") };

/** Parallel arrays of labels and values. */
const ranking = z.object({ x: z.array(z.string()), y: z.array(z.int()) });

export const rpcOverview = defineCall("GET $rpc/rpc/manager/stat/overview", {
  summary: "Returns the usage of all keys or one key in a period. `userKey` is the key's ID, never the key itself.",
  can,
  query: z.object(query),
  reply: z.object({
    /** Charged compute units. */
    usage: z.int(),
    requests: z.int(),
    /** Share of requests without an error; 1 without requests. */
    rate: share,
    errors: z.int(),
    /** Share of requests answered from the cache. */
    cached: share,
  }),
});

export const rpcTrends = defineCall("GET $rpc/rpc/manager/stat/trends", {
  summary: "Returns requests or compute units over time: hourly for up to three days, daily (UTC) beyond.",
  can,
  query: z.object(countQuery),
  /** `x`: start of each hour or day, without gaps. */
  reply: z.object({ x: z.array(z.int()), y: z.array(z.int()) }),
});

export const rpcTopMethods = defineCall("GET $rpc/rpc/manager/stat/top5", {
  summary: "Lists the top five methods by requests or compute units.",
  can,
  query: z.object(countQuery),
  reply: ranking,
});

export const rpcTopChains = defineCall("GET $rpc/rpc/manager/stat/top5onchain", {
  summary: "Lists the top five chains by requests or compute units.",
  can,
  query: z.object(countQuery),
  reply: ranking,
});

const percentiles = { requests: z.int(), p50: milliseconds, p95: milliseconds, p99: milliseconds };

export const rpcLatency = defineCall("GET $rpc/rpc/manager/stat/latency", {
  summary: "Returns response times in milliseconds (p50, p95, p99), accurate to 12%.",
  can,
  query: z.object(query),
  reply: z.object({
    ...percentiles,
    /** Most requests first. */
    chains: z.array(z.object({ chain: z.string(), ...percentiles })),
    /** Over time, as in trends; null without requests. */
    x: z.array(z.int()),
    y: z.array(z.nullable(z.object(percentiles))),
  }),
});

const line = z.object({
  id: z.string(),
  at: z.int(),
  /** "polygon/mainnet". */
  chain: z.string(),
  /** "other" for unsupported methods, and for clients refused before their request was read. */
  method: z.string(),
  /** JSON-RPC error code; null without an error. */
  code: z.nullable(z.int()),
  error: z.nullable(z.string()),
  units: z.int(),
  ms: z.int(),
  cached: z.boolean(),
  /** Index of the node that answered, in the list of nodes. */
  upstream: z.nullable(z.string()),
});
export type RpcLogLine = z.output<typeof line>;

export const rpcKeyLog = defineCall("GET $rpc/rpc/manager/keys/{id}/log", {
  summary: `Lists a key's recent requests, newest first: up to ${rpcLogPerKey.toLocaleString("en")} from ${rpcLogDays} days. Bursts are sampled.`,
  can: ["show", "rpc-keys"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
    /** "true" returns only requests with errors. */
    errors: z.optional(z.enum(["true", "false"])),
    chain: scope.chain,
  }),
  reply: z.object({ items: z.array(line), total: z.int() }),
});

const endpoint = z.object({
  /** "polygon". */
  chain: z.string(),
  name: z.string(),
  /** Key of the chain's logo; the dashboard may not have it. */
  logo: z.string(),
  networks: z.array(z.string()),
  /** URLs of each network, to which a key is appended; http(s) before ws(s). */
  url: z.array(z.string()),
  /** For each network. */
  chainIds: z.array(z.int()),
  /** A local devnet with a public chain's name: its coins have no value. */
  isOwn: z.boolean(),
});
export type RpcEndpoint = z.output<typeof endpoint>;

export const rpcEndpoints = defineCall("GET $rpc/rpc/manager/endpoints", {
  summary: "Lists every chain with its endpoint URLs. Append a key to use one.",
  can,
  query: z.object({ type: z._default(z.enum(rpcEndpointTypes), "ALL") }),
  reply: z.array(endpoint),
});

export const rpcStatCalls = [rpcOverview, rpcTrends, rpcTopMethods, rpcTopChains, rpcLatency, rpcKeyLog, rpcEndpoints];
