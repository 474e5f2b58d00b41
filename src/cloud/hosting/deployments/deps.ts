import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import type { ArweaveService } from "../../storage/arweave/service.ts";
import type { Alerts } from "../../account/alerts/service.ts";
import type { Gateway } from "../../gateway/serve/service.ts";
import type { ContentOwners } from "../../storage/content-owners/service.ts";
import type { Hostnames } from "../hostnames/service.ts";
import type { Ipns } from "../../gateway/names/service.ts";
import type { Pinning } from "../../storage/pinning/service.ts";
import type { Repositories } from "../repositories/service.ts";
import type { Templates } from "../templates/service.ts";
import type { Uploads } from "../uploads/service.ts";

export type HostingConfig = Pick<
  Config,
  | "DATA_DIR"
  | "WORKER_ID"
  | "WORKER_TAGS"
  | "BUILD_MEMORY_MB"
  | "BUILD_MINUTES"
  | "BUILD_CONCURRENCY"
  | "SITE_SCREENSHOTS"
>;

/** Dependencies of the hosting service. */
export interface HostingDeps {
  readonly config: HostingConfig;
  readonly log: Logger;
  readonly uploads: Pick<Uploads, "publish" | "takeTree" | "promised" | "forgetKnown">;
  readonly contentOwners: Pick<ContentOwners, "isHeld" | "addReferenceCheck" | "publishes" | "owns" | "readableBy">;
  readonly hostnames: Pick<Hostnames, "claim" | "take" | "free" | "release">;
  readonly gateway: Pick<Gateway, "registerKind" | "invalidate" | "ruleProblems">;
  readonly pinning: Pick<Pinning, "fetch" | "isConnected">;
  readonly ipns: Pick<Ipns, "resolve" | "keyOf">;
  readonly repositories: Pick<Repositories, "find" | "commit" | "pathOf" | "setPushHook">;
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
