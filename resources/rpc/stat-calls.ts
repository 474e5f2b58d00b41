/** What RPC keys were asked, how long it took and what went wrong; and where to ask. Loaded by the pages of the RPC service only. */
import * as z from "zod/mini";
import { momentParam } from "../billing/moments.ts";
import { defineCall } from "../define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { rpcCountsDays } from "./limits.ts";

export const rpcStatTypes = ["REQUESTS", "CU"] as const;
export type RpcStatType = (typeof rpcStatTypes)[number];
export const rpcEndpointTypes = ["HTTP", "WEBSOCKET", "ALL"] as const;

const can = ["list", "rpc-keys"] as const;
const share = z.number().check(z.gte(0), z.lte(1));
const milliseconds = z.number().check(z.gte(0));

const scope = {
  /** "polygon/mainnet"; all chains unless said. */
  chain: z.optional(
    z.string().check(z.regex(/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/, "Chain: a name such as polygon/mainnet.")),
  ),
  /** The id of a key; all of the team's, those that were deleted too, unless said. */
  userKey: z.optional(z.string().check(z.maxLength(60))),
};
const span = {
  /** Days (UTC) up to now, today among them; 30 unless `startAt` says otherwise. */
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(rpcCountsDays))),
  /** To the hour. Both ends belong to it; the last is now unless said. */
  startAt: z.optional(momentParam),
  endAt: z.optional(momentParam),
};
const asked = { ...scope, ...span };
const counted = { ...asked, type: z._default(z.enum(rpcStatTypes), "REQUESTS") };

/** Pairs: the place in `x` is that in `y`. */
const ranking = z.object({ x: z.array(z.string()), y: z.array(z.int()) });

export const rpcOverview = defineCall("GET $rpc/rpc/manager/stat/overview", {
  summary: "Returns the usage of all keys or one key in a period. `userKey` is the key's ID, never the key itself.",
  can,
  query: z.object(asked),
  reply: z.object({
    /** Compute units: what is charged. */
    usage: z.int(),
    requests: z.int(),
    /** Share of the requests that were answered without an error; 1 while there were none. */
    rate: share,
    errors: z.int(),
    /** Share of the requests that were answered from what was known. */
    cached: share,
  }),
});

export const rpcTrends = defineCall("GET $rpc/rpc/manager/stat/trends", {
  summary: "Returns requests or compute units over time: hourly for up to three days, daily (UTC) beyond.",
  can,
  query: z.object(counted),
  /** `x`: when each hour or day begins, without gaps. */
  reply: z.object({ x: z.array(z.int()), y: z.array(z.int()) }),
});

export const rpcTopMethods = defineCall("GET $rpc/rpc/manager/stat/top5", {
  summary: "Lists the top five methods by requests or compute units.",
  can,
  query: z.object(counted),
  reply: ranking,
});

export const rpcTopChains = defineCall("GET $rpc/rpc/manager/stat/top5onchain", {
  summary: "Lists the top five chains by requests or compute units.",
  can,
  query: z.object(counted),
  reply: ranking,
});

const percentiles = { requests: z.int(), p50: milliseconds, p95: milliseconds, p99: milliseconds };

export const rpcLatency = defineCall("GET $rpc/rpc/manager/stat/latency", {
  summary: "Returns response times in milliseconds (p50, p95, p99), accurate to 12%.",
  can,
  query: z.object(asked),
  reply: z.object({
    ...percentiles,
    /** The one with the most requests first. */
    chains: z.array(z.object({ chain: z.string(), ...percentiles })),
    /** Over time, like trends; null where nothing was asked. */
    x: z.array(z.int()),
    y: z.array(z.nullable(z.object(percentiles))),
  }),
});

const line = z.object({
  id: z.string(),
  at: z.int(),
  /** "polygon/mainnet". */
  chain: z.string(),
  /** "other" for what is not offered, and for clients that were refused before they could ask. */
  method: z.string(),
  /** Of JSON-RPC; null when it was answered. */
  code: z.nullable(z.int()),
  error: z.nullable(z.string()),
  units: z.int(),
  ms: z.int(),
  cached: z.boolean(),
  /** The node that answered, by its place in the list of nodes. */
  upstream: z.nullable(z.string()),
});
export type RpcLogLine = z.output<typeof line>;

export const rpcKeyLog = defineCall("GET $rpc/rpc/manager/keys/{id}/log", {
  summary: "Lists a key's recent requests, newest first: up to 2,000 from 7 days. Bursts are sampled.",
  can: ["show", "rpc-keys"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
    /** "true": only what went wrong. */
    errors: z.optional(z.enum(["true", "false"])),
    chain: scope.chain,
  }),
  reply: z.object({ items: z.array(line), total: z.int() }),
});

const endpoint = z.object({
  /** "polygon". */
  chain: z.string(),
  name: z.string(),
  /** A word by which the dashboard knows the chain's logo; it may know none. */
  logo: z.string(),
  networks: z.array(z.string()),
  /** Of each network in turn its address, or both, to which a key is added; http(s) before ws(s). */
  url: z.array(z.string()),
  /** Of each network. */
  chainIds: z.array(z.int()),
  /** The cloud's own chain under a public one's name: coins on it are worth nothing. */
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
