/** RPC statistics and endpoints: requests, latency, errors and URLs. Loaded only by the pages of the RPC service. */
import * as z from "zod/mini";
import { periodParams } from "../billing/moments.ts";
import { defineCall, defineResource, type Row } from "../declare/define.ts";
import { choice, data, date, id, text, toggle, unixSecondsParam } from "../declare/fields.ts";
import { exact, shown } from "../declare/special-fields.ts";
import { rpcLogReasons } from "./errors.ts";
import { rpcCountsDays, rpcLogDays, rpcLogPerKey, rpcMethodSearchMax } from "./limits.ts";

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

/** Errors are refused or failed: by the gateway, or at the node. */
export const rpcResults = ["success", "errors", "refused", "failed"] as const;
export type RpcResult = (typeof rpcResults)[number];

/** A key's recent requests. */
export const rpcRequests = defineResource({
  name: "rpc-requests",
  title: "Requests",
  noun: "request",
  permission: "rpc-keys",
  routes: {},
  calls: { list: "GET $rpc/rpc/manager/keys/{id}/log" },
  options: {
    list: {
      can: "show",
      summary: `Lists a key's recent requests, newest first: up to ${rpcLogPerKey.toLocaleString("en")} from ${rpcLogDays} days. Bursts are sampled.`,
    },
  },
  fields: {
    id: id(),
    at: date("Time"),
    /** "polygon/mainnet". */
    chain: shown("Chain"),
    /** "other" for refused batches. */
    method: shown("Method"),
    /** JSON-RPC error code; null without an error. */
    code: data("Error code", z.nullable(z.int())),
    error: data("Outcome", z.nullable(z.string())),
    /** Why it was refused or failed; null without an error, and for requests of earlier versions. */
    reason: data("Reason", z.nullable(z.enum(rpcLogReasons))),
    units: exact("Units"),
    ms: data("Duration", z.int()),
    cached: toggle("Cached"),
    /** Index of the node that answered, in the list of nodes. */
    upstream: data("Served by", z.nullable(z.string())),
  },
  list: {
    columns: {
      method: { width: "230px" },
      chain: { width: "130px" },
      error: {},
      units: { width: "80px" },
      ms: { width: "90px", align: "end" },
      upstream: { width: "120px", wideOnly: true },
    },
    filterBy: {
      method: text("Search by method"),
      result: choice("Result", rpcResults, {
        success: "Success",
        errors: "Errors",
        refused: "Refused by Freehold",
        failed: "Failed at a node",
      }),
    },
    opens: "dialog",
    empty: {
      icon: "exchange",
      title: "No requests yet",
      text: `Up to ${rpcLogPerKey.toLocaleString("en")} requests from the last ${rpcLogDays} days appear here. Send one in the console.`,
    },
  },
  listQuery: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    /** "true" returns only requests with errors; the same as `result=errors`. */
    errors: z.optional(z.enum(["true", "false"])),
    result: z.optional(z.enum(rpcResults)),
    /** Part of the method's name. */
    method: z.optional(z.string().check(z.trim(), z.maxLength(rpcMethodSearchMax))),
    chain: scope.chain,
    /** Unix seconds, both ends inclusive. */
    startAt: z.optional(unixSecondsParam()),
    endAt: z.optional(unixSecondsParam()),
  }),
});
export type RpcRequest = Row<typeof rpcRequests>;

export const rpcLogRequest = defineCall("GET $rpc/rpc/manager/keys/{id}/log/{requestId}", {
  summary:
    "Returns a refused or failed request with what it contained: parameters up to 4,000 characters, without keys, tokens and passwords. Nothing is kept of successful requests.",
  can: ["show", "rpc-keys"],
  transient: true,
  reply: z.extend(rpcRequests.schema, {
    /** JSON, cut where it was longer; null if nothing was kept. */
    params: z.nullable(z.string()),
    origin: z.nullable(z.string()),
    agent: z.nullable(z.string()),
    /** JSON of the error's data, such as the reason of a revert. */
    data: z.nullable(z.string()),
  }),
});
export type RpcLogRequest = z.output<(typeof rpcLogRequest)["reply"]>;

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

export const rpcStatCalls = [
  rpcOverview,
  rpcTrends,
  rpcTopMethods,
  rpcTopChains,
  rpcLatency,
  rpcLogRequest,
  rpcEndpoints,
];
