import type { Logger } from "pino";
import type { Engines } from "../engines/engines.ts";
import type { Rollups } from "../engines/rollups/rollups.ts";
import type { Alerts } from "../account/alerts/service.ts";
import type { Auth } from "../account/auth/service.ts";
import type { Notices } from "../account/notices/service.ts";
import type { Standing } from "../billing/standing/service.ts";
import type { Webhooks } from "../account/webhooks/service.ts";

/** Dependencies of the rollups service. */
export interface RaasDeps {
  readonly engines: Pick<Engines, "database" | "jobs" | "realtime" | "evm" | "compilers"> & {
    readonly rollups: Rollups;
  };
  readonly standing: Pick<Standing, "requireNeeds">;
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
