/** Stores bucket files and deployments on Arweave permanently. */
import type { Logger } from "pino";
import { arweaveTimeoutSeconds } from "../../../../resources/bucket/arweave-limits.ts";
import type { Config } from "../../config.ts";
import type { Placed, PublishOptions } from "../../engines/platforms/platforms.ts";
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
  readonly parts: Deps;
  /** S3 metadata (`arweave-hash`, `arweave-status`, `arweave-failed-reason`) of an object that was sent. */
  readonly describe: ReturnType<typeof createDescribe>;
  /** Whether a bucket's objects all go to Arweave, and how many are on their way. */
  syncOf: typeof syncOf;
  /** Publishes a deployment's files; resolves once they are in a block. Throws PlatformError. */
  publishSite(site: ArweaveSite, options: PublishOptions): Promise<Placed>;
  /** One round of work, in tests. */
  round(): Promise<boolean>;
  /** Starts uploading pending files to Arweave. */
  work(): void;
  close(): Promise<void>;
}

interface ServiceDeps {
  readonly engines: Deps["engines"];
  readonly buckets: BucketsForArweave;
  readonly allowance: Pick<Allowance, "store">;
  readonly contentOwners: Pick<ContentOwners, "alsoAsk">;
  readonly config: Pick<Config, "ARWEAVE_KEY_FILE" | "DATA_DIR" | "SECRET_KEY">;
  readonly log: Logger;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  /** How long a file may take to get there. */
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
  timeoutSeconds = arweaveTimeoutSeconds,
}: ServiceDeps): ArweaveService => {
  const { arweave, database } = engines;
  // The embedded weave never deletes its data.
  contentOwners.alsoAsk(async (trx, cid) => ((await arweave.holds(trx, cid)) ? "held" : undefined));
  const wallet = createWalletSource(database.db, arweave, config);
  const given = { engines, buckets, allowance, log, timeoutSeconds, wallet, dashboardUrl };
  const worker = createWorker(given);
  const deps: Deps = { ...given, wake: worker.wake };

  buckets.onWritten(async (trx, teamId, objects) => {
    // Should the worker look before this has committed, it finds it in its next round.
    if (await queueWritten(trx, teamId, objects)) worker.wake();
  });

  return {
    parts: deps,
    describe: createDescribe(database.db),
    syncOf,
    publishSite: (site, options) => publishSite(deps, site, options),
    round: worker.round,
    work: worker.start,
    close: worker.close,
  };
};
