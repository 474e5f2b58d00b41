/** Stores bucket files and deployments on Arweave permanently. */
import type { Logger } from "pino";
import { arweaveTimeoutSeconds } from "../../../../resources/bucket/arweave-limits.ts";
import type { Config } from "../../config.ts";
import type { Placed, PublishOptions } from "../../engines/platforms/platforms.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { createWalletSource } from "./key.ts";
import type { BucketsForArweave, Deps } from "./deps.ts";
import { createDescribe } from "./reads.ts";
import { publishSite, type ArweaveSite } from "./site.ts";
import { queueWritten, syncOf } from "./sync.ts";
import { createWorker } from "./worker.ts";

export type { ArweaveSite } from "./site.ts";

export interface ArweaveService {
  readonly deps: Deps;
  /** S3 metadata (`arweave-hash`, `arweave-status`, `arweave-failed-reason`) of an uploaded object. */
  readonly describe: ReturnType<typeof createDescribe>;
  /** Returns a bucket's sync state and its number of pending uploads. */
  syncOf: typeof syncOf;
  /** Publishes a deployment's files; resolves once they are in a block. Throws PlatformError. */
  publishSite(site: ArweaveSite, options: PublishOptions): Promise<Placed>;
  /** Runs one round of work, for tests. */
  round(): Promise<boolean>;
  readonly duties: readonly Duty[];
}

interface ServiceDeps {
  readonly engines: Deps["engines"];
  readonly buckets: BucketsForArweave;
  readonly allowance: Pick<Allowance, "store">;
  readonly contentOwners: Pick<ContentOwners, "addReferenceCheck">;
  readonly config: Pick<Config, "ARWEAVE_KEY_FILE" | "DATA_DIR" | "SECRET_KEY">;
  readonly log: Logger;
  readonly wake?: Wake;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  /** Time limit of an upload. */
  readonly timeoutSeconds?: number;
}

export const createArweave = ({
  engines,
  buckets,
  allowance,
  contentOwners,
  config,
  log,
  dashboardUrl,
  wake = () => undefined,
  timeoutSeconds = arweaveTimeoutSeconds,
}: ServiceDeps): ArweaveService => {
  const { arweave, database } = engines;
  // The embedded weave never deletes its data.
  contentOwners.addReferenceCheck(async (trx, cid) => ((await arweave.holds(trx, cid)) ? "held" : undefined));
  const wallet = createWalletSource(database.db, arweave, config);
  const shared = { engines, buckets, allowance, log, timeoutSeconds, wallet, dashboardUrl };
  const worker = createWorker(shared, wake);
  const deps: Deps = { ...shared, wake: worker.wake };

  buckets.onWritten(async (trx, teamId, objects) => {
    // If the worker runs before this commits, it finds the objects in its next round.
    if (await queueWritten(trx, teamId, objects)) worker.wake();
  });

  return {
    deps,
    describe: createDescribe(database.db),
    syncOf,
    publishSite: (site, options) => publishSite(deps, site, options),
    round: worker.round,
    duties: worker.duties,
  };
};
