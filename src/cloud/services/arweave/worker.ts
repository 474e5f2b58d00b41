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
const wokenMs = 50;

export interface Worker {
  /** One round. Returns true when there was work. */
  round(): Promise<boolean>;
  start(): void;
  wake(): void;
  close(): Promise<void>;
}

export const createWorker = (deps: Omit<Deps, "wake">): Worker => {
  const whole: Deps = { ...deps, wake: () => undefined };
  let isOn = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const round = async (): Promise<boolean> => {
    const scanned = await scanBuckets(whole);
    const admitted = await admitQueued(whole);
    await timeOutItems(whole);
    const packed = await packWaiting(whole);
    const sent = await sendUploads(whole, pollMs / 1000);
    await closeEmptied(whole.engines.database.db);
    return scanned || admitted || packed || sent;
  };

  const roundAndOn = async (): Promise<void> => {
    const did = await round().catch((error: unknown) => {
      deps.log.warn({ err: error }, "Could not process pending Arweave uploads");
      return false;
    });
    if (did) later(0);
    else later((await hasOpen()) ? pollMs : idleMs);
  };

  const later = (ms: number): void => {
    if (!isOn) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(roundAndOn)), ms);
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
      isOn = true;
      later(0);
    },
    wake: () => later(wokenMs),
    async close() {
      isOn = false;
      clearTimeout(timer);
      await running;
    },
  };
};
