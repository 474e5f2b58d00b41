import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Wallet } from "../../engines/arweave/wallet.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Buckets } from "../buckets/service.ts";

/** What the service needs of buckets. */
export type BucketsForArweave = Pick<Buckets, "find" | "head" | "list" | "onWritten" | "setArweaveSync">;

/** Everything the modules of this service work with. */
export interface Parts {
  readonly engines: Pick<Engines, "database" | "blocks" | "realtime" | "arweave">;
  readonly buckets: BucketsForArweave;
  readonly allowance: Pick<Allowance, "store">;
  readonly log: Logger;
  readonly timeoutSeconds: number;
  /** The cloud's key; made when it is first needed. */
  wallet(): Promise<Wallet>;
  /** Address of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  /** Lets the worker of this process look for work at once. */
  wake(): void;
}
