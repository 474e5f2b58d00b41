import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Rollups } from "../../engines/rollups/rollups.ts";
import type { Alerts } from "../alerts/service.ts";
import type { Auth } from "../auth/service.ts";
import type { Notices } from "../notices/service.ts";
import type { Unlocks } from "../unlocks/service.ts";
import type { Webhooks } from "../webhooks/service.ts";

/** Dependencies of the rollups service. */
export interface RaasDeps {
  readonly engines: Pick<Engines, "database" | "jobs" | "realtime" | "evm"> & { readonly rollups: Rollups };
  readonly unlocks: Pick<Unlocks, "needsActivation">;
  readonly auth: Pick<Auth, "operators">;
  readonly notices: Pick<Notices, "create" | "remove" | "refresh">;
  readonly alerts: Pick<Alerts, "toOwner">;
  readonly webhooks: Pick<Webhooks, "send">;
  readonly log: Logger;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  /** Returns the current time. */
  now(): Date;
}

/** Effect to run after the commit. */
export type AfterCommit = () => void;
