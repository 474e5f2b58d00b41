/** Runtime configuration of the dashboard from GET /config.json, so that one build serves every instance. */
import * as z from "zod/mini";
import { aliases, baseName, type Alias } from "./declare/aliases.ts";
import type { PortableResource } from "./declare/portable.ts";

const link = z._default(z.string(), "");
const off = z._default(z.boolean(), false);

export const runtimeConfig = z.object({
  product: z.string(),
  /** Base of each service by its alias's name: absolute, or relative to this origin. */
  bases: z.record(z.string(), z.string()),
  /** Chains for payments and registrations; empty if none are configured. */
  chains: z.array(
    z.object({
      key: z.string(),
      chainId: z.int(),
      name: z.string(),
      rpcUrl: z.string(),
      contracts: z.record(z.string(), z.string()),
      /** Of the chain's own coin. */
      currency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
      /** Public block explorer; "" for a local chain. */
      explorer: z.string(),
      /** Whether it is a local chain, with coins of no value. */
      embedded: z.boolean(),
    }),
  ),
  /** External links of the shell; empty ones are hidden. `gateway`: the IPFS gateway for CIDs, instead of this server. */
  links: z.object({
    docs: link,
    feedback: link,
    chat: link,
    code: link,
    blog: link,
    feed: link,
    channel: link,
    gateway: link,
  }),
  features: z.object({
    /** Whether the built-in dev wallet is offered: only with local chains. */
    devWallet: z.boolean(),
    /** The server runs on local engines on one machine: development pages (/dev/…) are available. */
    development: off,
    /** Whether users can sign in with a linked GitHub account. */
    gitHub: off,
    /** The TON network for toncoin payments ("" if off), and whether Stars are accepted. */
    toncoin: z._default(z.enum(["", "own", "public"]), ""),
    stars: off,
    /** Whether accounts can be activated by a transfer on zkSync Lite: only on a ledger that still takes transfers. */
    zkSyncLite: off,
    /** Why repository builds are unavailable; empty if they are available. */
    buildsUnavailable: z.string(),
    /** Whether the platforms besides IPFS are configured. */
    platforms: z._default(z.object({ IC: z.boolean(), GREENFIELD: z.boolean() }), { IC: false, GREENFIELD: false }),
  }),
  /** Solana's JSON-RPC URL, and the operator's vote account ("" if none). */
  solana: z.optional(z.object({ rpcUrl: z.string(), voteAccount: z.string(), embedded: z.boolean() })),
  /** Arweave: the gateway's URL, and whether it is local. */
  arweave: z.optional(z.object({ url: z.string(), embedded: z.boolean() })),
  /** User content is served at <name>.<contentDomain>. */
  contentDomain: z.string(),
  /** Resources of installed modules; absent without any. */
  resources: z.optional(z.array(z.custom<PortableResource>())),
});
export type RuntimeConfig = z.output<typeof runtimeConfig>;

/** Default bases: all services on this server. */
export const ownBases = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(aliases).map(([alias, base]) => [baseName(alias as Alias), base])),
  s3: s3Path,
});

/** Path of the S3 endpoint: path style, on the main port. */
export const s3Path = "/s3";
