/** What the dashboard learns from GET /config.json before anything else, so that one build serves every cloud. */
import * as z from "zod/mini";
import { aliases, baseName, type Alias } from "./aliases.ts";

export const runtimeConfig = z.object({
  product: z.string(),
  /** Base of each service by its alias's name: absolute, or relative to this origin. */
  bases: z.record(z.string(), z.string()),
  /** Chains on which people pay and register; none while the cloud has none. */
  chains: z.array(
    z.object({
      key: z.string(),
      chainId: z.int(),
      name: z.string(),
      rpcUrl: z.string(),
      contracts: z.record(z.string(), z.string()),
      /** Of the chain's own coin. */
      currency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
      /** Public block explorer; "" on a chain of the cloud's own, of which it knows nothing. */
      explorer: z.string(),
      /** Whether the cloud runs it itself, with coins that are worth nothing. */
      embedded: z.boolean(),
    }),
  ),
  /** Outgoing links of the shell; an empty one is not shown. `gateway`: where CIDs are read instead of at this cloud. */
  links: z.object({
    docs: z.string(),
    feedback: z.string(),
    chat: z.string(),
    code: z.string(),
    blog: z.string(),
    gateway: z._default(z.string(), ""),
  }),
  features: z.object({
    /** Whether the built-in dev wallet is offered: only while the cloud's chains are its own. */
    devWallet: z.boolean(),
    /** The cloud runs on engines of its own, for one machine: development pages (/dev/…) are there. */
    development: z._default(z.boolean(), false),
    /** Whether people can sign in with an account of GitHub that they linked. */
    gitHub: z._default(z.boolean(), false),
    /** Whose chain LAND is paid on by toncoin ("" where it is not), and whether Stars are taken. */
    toncoin: z._default(z.enum(["", "own", "public"]), ""),
    stars: z._default(z.boolean(), false),
    /** Why repositories cannot be built here; empty when they can. */
    buildsUnavailable: z.string(),
    /** Whether the cloud is connected to the platforms besides IPFS. */
    platforms: z._default(z.object({ IC: z.boolean(), GREENFIELD: z.boolean() }), { IC: false, GREENFIELD: false }),
  }),
  /** Solana's JSON-RPC, and the operator's vote account there ("" while there is none). */
  solana: z.optional(z.object({ rpcUrl: z.string(), voteAccount: z.string(), embedded: z.boolean() })),
  /** Arweave: where its gateway is, and whether it is this cloud's own. */
  arweave: z.optional(z.object({ url: z.string(), embedded: z.boolean() })),
  /** User content is served at <name>.<contentDomain>. */
  contentDomain: z.string(),
});
export type RuntimeConfig = z.output<typeof runtimeConfig>;

/** The bases of a cloud that serves everything itself. */
export const ownBases = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(aliases).map(([alias, base]) => [baseName(alias as Alias), base])),
  s3: s3Path,
});

/** Where S3 clients find the cloud's buckets: path style, on the one port. */
export const s3Path = "/s3";
