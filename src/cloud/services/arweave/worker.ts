/**
 * The worker loop that uploads pending files to Arweave. All state is in the database, so several workers can run and
 * each can be killed.
 */
import type { Deps } from "./deps.ts";
import { admitQueued } from "./objects.ts";
import { packWaiting } from "./pack.ts";
import { sendUploads } from "./post.ts";
import { timeOutItems } from "./settle.ts";
import { closeEmptied, scanBuckets } from "./sync.ts";

/** Poll interval with open uploads, and the one without: another process may queue something. */
const pollMs = 1000;
const idleMs = 10_000;
/** The caller's transaction may not be committed yet. */
const wakeDelayMs = 50;

export interface Worker {
  /** One round. Returns true when there was work. */
  round(): Promise<boolean>;
  start(): void;
  wake(): void;
  close(): Promise<void>;
}

export const createWorker = (deps: Omit<Deps, "wake">): Worker => {
  const fullDeps: Deps = { ...deps, wake: () => undefined };
  let isStarted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const round = async (): Promise<boolean> => {
    const scanned = await scanBuckets(fullDeps);
    const admitted = await admitQueued(fullDeps);
    await timeOutItems(fullDeps);
    const packed = await packWaiting(fullDeps);
    const sent = await sendUploads(fullDeps, pollMs / 1000);
    await closeEmptied(fullDeps.engines.database.db);
    return scanned || admitted || packed || sent;
  };

  const runAndSchedule = async (): Promise<void> => {
    const didWork = await round().catch((error: unknown) => {
      deps.log.warn({ err: error }, "Could not process pending Arweave uploads");
      return false;
    });
    if (didWork) schedule(0);
    else schedule((await hasOpen()) ? pollMs : idleMs);
  };

  const schedule = (ms: number): void => {
    if (!isStarted) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(runAndSchedule)), ms);
    timer.unref();
  };
  const hasOpen = async (): Promise<boolean> => {
    const open = deps.engines.database.db
      .selectFrom("arweave_upload")
      .select("id")
      .where("is_open", "=", true)
      .limit(1);
    return (await open.executeTakeFirst().catch(() => undefined)) !== undefined;
  };

  return {
    round,
    start() {
      isStarted = true;
      schedule(0);
    },
    wake: () => schedule(wakeDelayMs),
    async close() {
      isStarted = false;
      clearTimeout(timer);
      await running;
    },
  };
};
