/** Work that runs in one tab of this browser at a time. */
import { leaseMs, leasePollMs, leaseSettleMs } from "../../../../resources/limits.ts";
import { randomId } from "../random-id.ts";
import { readStored } from "../stored.ts";

const running = new Map<string, Promise<void>>();

/** Runs the work under a lock across all tabs; concurrent calls in this tab share it. By Web Locks; where they are
 * missing (plain http on a network) by a lease in localStorage.
 */
export const oneAtATime = (name: string, work: () => Promise<void>): Promise<void> => {
  const pending = running.get(name);
  if (pending) return pending;
  const locks = navigator.locks as LockManager | undefined;
  const started = (locks ? locks.request(name, work) : withLease(name, work)).finally(() => running.delete(name));
  running.set(name, started);
  return started;
};

interface Lease {
  readonly holder: string;
  readonly untilMs: number;
}

/** Runs the work under a lease; a crashed tab blocks the others for at most the lease's length. */
const withLease = async (name: string, work: () => Promise<void>): Promise<void> => {
  const key = `lease:${name}`;
  const holder = randomId();
  while (!(await acquired(key, holder))) await wait(leasePollMs);
  const renewing = setInterval(() => write(key, holder), leaseMs / 3);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    if (holderOf(key) === holder) localStorage.removeItem(key);
  }
};

/** Acquires the lease: tabs that write at the same moment see after a pause which one was last. */
const acquired = async (key: string, holder: string): Promise<boolean> => {
  if (holderOf(key) !== undefined) return false;
  write(key, holder);
  await wait(leaseSettleMs);
  return holderOf(key) === holder;
};

const write = (key: string, holder: string): void =>
  localStorage.setItem(key, JSON.stringify({ holder, untilMs: Date.now() + leaseMs } satisfies Lease));

const holderOf = (key: string): string | undefined => {
  const lease = readStored(key) as Lease | undefined;
  return lease !== undefined && lease.untilMs > Date.now() ? lease.holder : undefined;
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
