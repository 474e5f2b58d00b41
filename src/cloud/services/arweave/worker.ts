/**
 * The worker loop that uploads pending files to Arweave. All state is in the database, so several workers can run and
 * each can be killed.
 */
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Deps } from "./deps.ts";
import { admitQueued } from "./objects.ts";
import { packWaiting } from "./pack.ts";
import { sendUploads } from "./post.ts";
import { timeOutItems } from "./settle.ts";
import { closeEmptied, scanBuckets } from "./sync.ts";

/** Seconds between two looks at an open upload. */
const pollSeconds = 1;
/** The caller's transaction may not be committed yet. */
const wakeDelayMs = 50;
const dutyName = "Upload to Arweave";

export interface Worker {
  /** One round. Returns true when there was work. */
  round(): Promise<boolean>;
  readonly duties: readonly Duty[];
  wake(): void;
}

export const createWorker = (deps: Omit<Deps, "wake">, wake: Wake): Worker => {
  const fullDeps: Deps = { ...deps, wake: () => undefined };
  let waking: NodeJS.Timeout | undefined;

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
    ],
    wake: () => {
      waking ??= setTimeout(() => {
        waking = undefined;
        wake(dutyName);
      }, wakeDelayMs).unref();
    },
  };
};
