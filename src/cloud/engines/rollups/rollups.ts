/**
 * The rollups engine: chains of people's own, each with roles that settle it on another chain. Embedded: one node a rollup behind a
 * durable log, started when it is used. Remote: an operator's own stack, reached over HTTP.
 */
import type { RollupRole } from "../../../../resources/raas/rollups.ts";

/** There is no such rollup here, or it has been stopped. */
export class RollupGone extends Error {
  constructor() {
    super("Rollup not found or stopped.");
    this.name = "RollupGone";
  }
}

export interface RollupOrder {
  /** The rollup's id, a UUID: what it is known by for good. */
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
  readonly framework: "OP" | "CDK";
  /** Key of a chain of resources/chains.ts: "ethereum" or "bsc". */
  readonly settlement: "ethereum" | "bsc";
}

export type RollupStep = "QUEUED" | "KEYS" | "SETTLEMENT" | "GENESIS" | "BRIDGE" | "FIRST_BATCH" | "READY";

export interface RollupFacts {
  readonly provider: string;
  /** Root-relative ("/rollup/<chainId>") or absolute. */
  readonly rpc: string;
  readonly ws: string | null;
  readonly contractAddress: string;
  readonly bridgeAddress: string | null;
  readonly config: Readonly<Record<string, unknown>>;
  readonly settlementName: string;
  readonly settlementChainId: number;
  readonly settlementRpc: string;
  readonly gasBlockLimit: bigint;
  /** Seconds. */
  readonly withdrawPeriod: number;
  readonly gasToken: string;
  /** Only where it is not this cloud's own page. */
  readonly blockExplorer?: string;
  readonly bridge?: string;
}

export interface RollupHealth {
  readonly awake: boolean;
  readonly height: number;
  readonly batched: number;
  readonly proposed: number;
  /** Unix seconds. */
  readonly blockAt: number | null;
  readonly batchAt: number | null;
  /** Wei. */
  readonly gasPrice: bigint;
  readonly roles: readonly { readonly role: RollupRole; readonly address: string; readonly balance: bigint }[];
}

export interface RollupLogLine {
  readonly line: number;
  /** Unix seconds. */
  readonly at: number;
  readonly content: string;
}

export interface RollupDeposit {
  readonly index: number;
  readonly to: string;
  /** Wei. */
  readonly amount: bigint;
  readonly hash: string;
  readonly createdAt: number;
  readonly paidHash: string | null;
}

export interface RollupWithdrawal {
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly hash: string;
  readonly block: number;
  readonly createdAt: number;
  readonly state: "waiting" | "ready" | "paid";
  readonly readyAt: number | null;
  readonly proof: { readonly output: number; readonly siblings: readonly string[] } | null;
}

/** The other end of a websocket. */
export interface RollupClient {
  send(message: object): void;
  /** Ends the connection, and says why. */
  end(reason: string): void;
}

export interface RollupSession {
  /** Answers a message. */
  take(message: string): Promise<void>;
  close(): void;
}

/** With the id of one that is not there, all but `create`, `stop` and `remove` throw RollupGone; so do `faucet` and `fund` of a stopped one. */
export interface Rollups {
  /** "embedded" or the provider's name. */
  readonly provider: string;
  /**
   * Makes a rollup, or goes on with making it: each step is durable and done once, so it is called again after a crash. Tells each step
   * before it begins. Throws with a sentence for people when it cannot be made.
   */
  create(order: RollupOrder, onStep: (step: RollupStep) => Promise<void>): Promise<RollupFacts>;
  health(id: string): Promise<RollupHealth>;
  /** Lines `from` to `to` (not included), the oldest first, 500 at most, and the number the next line will have. */
  logs(id: string, role: RollupRole, from: number, to?: number): Promise<{ items: RollupLogLine[]; next: number }>;
  /** Stops its node and roles for good; blocks and logs stay until `remove`. */
  stop(id: string): Promise<void>;
  /** Takes a stopped one up again. */
  resume(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * JSON-RPC 2.0, single or batch, with a whitelist of methods (those of the cloud's chains, ots_* and debug-free reads for the explorer).
   * What it accepts is durable before it replies. Throws RollupGone. undefined where rollups run elsewhere.
   */
  readonly handle: ((chainId: number, body: unknown) => Promise<unknown>) | undefined;
  /** The same over a websocket, with subscriptions to new blocks and logs. Throws RollupGone. undefined where rollups run elsewhere. */
  readonly openSession: ((chainId: number, client: RollupClient) => Promise<RollupSession>) | undefined;
  /** Gives one coin of the rollup; the transaction's hash. undefined where rollups run elsewhere. */
  readonly faucet: ((id: string, address: string) => Promise<string>) | undefined;
  /** Gives a role coins on the settlement chain. undefined where rollups run elsewhere. */
  readonly fund: ((id: string, role: RollupRole) => Promise<void>) | undefined;
  bridgeMoves(id: string, address: string): Promise<{ deposits: RollupDeposit[]; withdrawals: RollupWithdrawal[] }>;
  close(): Promise<void>;
}
