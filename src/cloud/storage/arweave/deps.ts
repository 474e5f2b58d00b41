import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Wallet } from "../../engines/arweave/wallet.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Buckets } from "../buckets/service.ts";

/** Bucket operations used by this service. */
export type BucketsForArweave = Pick<Buckets, "find" | "head" | "list" | "onWritten" | "setArweaveSync">;

/** Dependencies shared by the modules of this service. */
export interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks" | "realtime" | "arweave">;
  readonly buckets: BucketsForArweave;
  readonly allowance: Pick<Allowance, "store">;
  readonly log: Logger;
  readonly timeoutSeconds: number;
  /** Freehold's key, created on first use. */
  wallet(): Promise<Wallet>;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  /** Wakes the worker of this process. */
  wake(): void;
}
