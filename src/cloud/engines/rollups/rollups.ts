/**
 * The rollups engine: users' own chains, each with roles that settle it on another chain. Embedded: one node per rollup
 * behind a durable log, started on first use. Remote: the operator's stack, over HTTP.
 */
import type { RollupRole } from "../../../../resources/raas/rollups.ts";

/** The rollup does not exist or is stopped. */
export class RollupGone extends Error {
  constructor() {
    super("Rollup not found or stopped.");
    this.name = "RollupGone";
  }
}

export interface RollupOrder {
  /** The rollup's permanent ID, a UUID. */
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
  readonly framework: "OP" | "CDK";
  /** Key of a chain of resources/chains/chains.ts: "ethereum" or "bsc". */
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
  /** Set if it is not Freehold's own explorer. */
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

/** The client of a websocket. */
export interface RollupClient {
  send(message: object): void;
  /** Closes the connection with a reason. */
  end(reason: string): void;
}

export interface RollupSession {
  /** Handles a message. */
  take(message: string): Promise<void>;
  close(): void;
}

/**
 * For a missing rollup, all methods but `create`, `stop` and `remove` throw RollupGone; so do `faucet` and `fund` for a
 * stopped one.
 */
export interface Rollups {
  /** "embedded" or the provider's name. */
  readonly provider: string;
  /**
   * Creates a rollup or resumes its creation: each step is durable and runs once, so call it again after a crash. Calls
   * `onStep` before each step. Throws a message for users if creation fails.
   */
  create(order: RollupOrder, onStep: (step: RollupStep) => Promise<void>): Promise<RollupFacts>;
  health(id: string): Promise<RollupHealth>;
  /**
   * Returns the lines from `from` up to, but not including, `to`, oldest first, at most 500, and the number of the next
   * line.
   */
  logs(id: string, role: RollupRole, from: number, to?: number): Promise<{ items: RollupLogLine[]; next: number }>;
  /** Stops its node and roles; blocks and logs stay until `remove`. */
  stop(id: string): Promise<void>;
  /** Resumes a stopped rollup. */
  resume(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Handles JSON-RPC 2.0, single or batch, with a method allow list (those of local chains and ots_* reads for the
   * explorer). Accepted transactions are durable before the response. Throws RollupGone. Undefined for external
   * rollups.
   */
  readonly handle: ((chainId: number, body: unknown) => Promise<unknown>) | undefined;
  /**
   * Same over a websocket, with subscriptions to new blocks and logs. Throws RollupGone. Undefined for external
   * rollups.
   */
  readonly openSession: ((chainId: number, client: RollupClient) => Promise<RollupSession>) | undefined;
  /** Sends one coin of the rollup and returns the transaction's hash. Undefined for external rollups. */
  readonly faucet: ((id: string, address: string) => Promise<string>) | undefined;
  /** Sends coins to a role on the settlement chain. Undefined for external rollups. */
  readonly fund: ((id: string, role: RollupRole) => Promise<void>) | undefined;
  bridgeMoves(id: string, address: string): Promise<{ deposits: RollupDeposit[]; withdrawals: RollupWithdrawal[] }>;
  close(): Promise<void>;
}
