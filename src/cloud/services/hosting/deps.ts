import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";
import type { ArweaveService } from "../arweave/service.ts";
import type { Alerts } from "../alerts/service.ts";
import type { Gateway } from "../gateway/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import type { Hostnames } from "../hostnames/service.ts";
import type { Ipns } from "../ipns/service.ts";
import type { Pinning } from "../pinning/service.ts";
import type { Repositories } from "../repositories/service.ts";
import type { Templates } from "../templates/service.ts";
import type { Uploads } from "../uploads/service.ts";

export type HostingConfig = Pick<
  Config,
  "DATA_DIR" | "ROLE" | "BUILD_MEMORY_MB" | "BUILD_MINUTES" | "BUILD_CONCURRENCY"
>;

/** Dependencies of the hosting service. */
export interface HostingDeps {
  readonly config: HostingConfig;
  readonly log: Logger;
  readonly uploads: Pick<Uploads, "publish" | "takeTree" | "isPromised" | "forgetKnown">;
  readonly contentOwners: Pick<ContentOwners, "isHeld" | "addReferenceCheck" | "publishes" | "owns" | "readableBy">;
  readonly hostnames: Pick<Hostnames, "claim" | "take" | "free" | "release">;
  readonly gateway: Pick<Gateway, "registerKind" | "invalidate" | "ruleProblems">;
  readonly pinning: Pick<Pinning, "fetch" | "isConnected">;
  readonly ipns: Pick<Ipns, "resolve" | "keyOf" | "onChange">;
  readonly repositories: Pick<Repositories, "find" | "commit" | "onPush" | "pathOf" | "setPushHook">;
  readonly templates: Pick<Templates, "find" | "write">;
  readonly usage: Pick<Usage, "recordNow" | "ofSubject">;
  readonly allowance: Pick<Allowance, "ask" | "store">;
  readonly alerts: Pick<Alerts, "deploymentEnded">;
  readonly arweave: Pick<ArweaveService, "publishSite">;
  /** Whether a team's sites are shown to visitors. */
  isServed(teamId: string): Promise<boolean>;
  /** Public URL of a host label, without a path: http://<label>.<CONTENT_DOMAIN>:<port>. */
  siteUrl(label: string): string;
}

/** Context passed to every module of this service. */
export interface HostingContext extends HostingDeps {
  readonly engines: Engines;
}
