/** Stores bucket files and deployments on Arweave permanently. */
import type { Logger } from "pino";
import { arweaveTimeoutSeconds } from "../../../../resources/storage/arweave-limits.ts";
import type { Config } from "../../config.ts";
import type { Placed, PublishOptions } from "../../engines/platforms/platforms.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { createWalletSource } from "./key.ts";
import type { BucketsForArweave, Deps } from "./deps.ts";
import { createDescribe } from "./reads.ts";
import { publishSite, type ArweaveSite } from "./site.ts";
import { queueWritten, syncOf, closeEmptied, scanBuckets } from "./sync.ts";
import { admitQueued } from "./objects.ts";
import { packWaiting, fileSource } from "./pack.ts";
import { timeOutItems, confirmUpload, failUpload } from "./settle.ts";
import { sql } from "kysely";
import { Refused, type PostedTransaction } from "../../engines/arweave/arweave.ts";
import { sourceOf } from "../../engines/arweave/chunks.ts";
import { sendTransaction } from "../../engines/arweave/send.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import type { RowOf } from "../../engines/database/tables.ts";

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
  contentOwners.addReferenceCheck(
    async (trx, cids) => new Map((await arweave.held(trx, cids)).map((cid) => [cid, "held"])),
  );
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

/** Seconds between two looks at an open upload. */
const pollSeconds = 1;
/** The caller's transaction may not be committed yet. */
const dutyName = "Upload to Arweave";

/**
 * The worker loop that uploads pending files to Arweave. All state is in the database, so several workers can run and
 * each can be killed.
 */
const createWorker = (deps: Omit<Deps, "wake">, wake: Wake) => {
  const fullDeps: Deps = { ...deps, wake: () => undefined };

  /** One round. Returns true when there was work. */
  const round = async (): Promise<boolean> => {
    const scanned = await scanBuckets(fullDeps);
    const admitted = await admitQueued(fullDeps);
    await timeOutItems(fullDeps);
    const packed = await packWaiting(fullDeps);
    const sent = await sendUploads(fullDeps, pollSeconds);
    await closeEmptied(fullDeps.engines.database.db);
    return scanned || admitted || packed || sent;
  };

  const hasOpen = async (): Promise<boolean> => {
    const open = deps.engines.database.db
      .selectFrom("arweave_upload")
      .select("id")
      .where("is_open", "=", true)
      .limit(1);
    return (await open.executeTakeFirst()) !== undefined;
  };

  return {
    round,
    duties: [
      {
        name: dutyName,
        every: "10 s",
        scope: "cluster",
        run: async (signal) => {
          while (!signal.aborted && (await round()));
          return (await hasOpen()) && { again: `${pollSeconds} s` };
        },
      },
    ] satisfies readonly Duty[],
    wake: (): void => wake(dutyName, "50 ms"),
  };
};

type Upload = RowOf<"arweave_upload">;

const uploadsAtOnce = 20;
const leaseSeconds = 60;
const backOffSecondsMax = 300;
/** A posted transaction unknown to the node after this time is posted again. */
const lostSeconds = 600;

/**
 * Advances open uploads by one step: posts signed ones until the node has them, then polls for enough confirmations.
 * Returns false when there are none.
 */
const sendUploads = async (deps: Deps, pollSeconds: number): Promise<boolean> => {
  const uploads = await claim(deps);
  for (const upload of uploads) {
    try {
      const next = upload.posted_at === null ? await post(deps, upload) : await checkStatus(deps, upload);
      if (next === "again") await setNext(deps, upload, { next_at: secondsFromNow(pollSeconds) });
    } catch (error) {
      if (error instanceof Refused) {
        await failUpload(deps, upload.id, error.message);
        continue;
      }
      deps.log.warn({ err: error, upload: upload.id }, "Can't reach Arweave");
      const wait = Math.min(backOffSecondsMax, 2 ** Math.min(upload.attempts, 10));
      await setNext(deps, upload, { attempts: upload.attempts + 1, next_at: secondsFromNow(wait) });
    }
  }
  return uploads.length > 0;
};

const claim = async ({ engines: { database } }: Deps): Promise<Upload[]> => {
  const { rows } = await sql<Upload>`
    update arweave_upload set next_at = ${secondsFromNow(leaseSeconds)} where id in (
      select id from arweave_upload where is_open and next_at <= now() order by next_at limit ${uploadsAtOnce}
      for update skip locked
    ) returning *
  `.execute(database.db);
  return rows;
};

const post = async (deps: Deps, upload: Upload): Promise<"again"> => {
  const { arweave, blocks } = deps.engines;
  const source = upload.bundle ? sourceOf(upload.bundle) : fileSource(blocks, upload.cid!, Number(upload.size_bytes));
  await sendTransaction(arweave.node, upload.header as PostedTransaction, source);
  await setNext(deps, upload, { posted_at: new Date(), attempts: 0 });
  return "again";
};

const checkStatus = async (deps: Deps, upload: Upload): Promise<"again" | "done"> => {
  const { arweave } = deps.engines;
  const status = await arweave.node.status(upload.id);
  const isDeep = typeof status === "object" && status.confirmations >= arweave.confirmationsNeeded;
  if (isDeep) {
    await confirmUpload(deps, upload.id);
    return "done";
  }
  const isLost = status === undefined && Date.now() - upload.posted_at!.getTime() > lostSeconds * 1000;
  if (isLost) await setNext(deps, upload, { posted_at: null });
  return "again";
};

const setNext = async (
  { engines: { database } }: Deps,
  { id }: Upload,
  values: Partial<Pick<Upload, "attempts" | "next_at" | "posted_at">>,
): Promise<void> => {
  await database.db.updateTable("arweave_upload").set(values).where("id", "=", id).execute();
};
