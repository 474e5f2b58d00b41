import { pino } from "pino";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import { createScheduler, type Duty, type Scheduler } from "../../../src/cloud/kernel/duties.ts";

/** Runs duties as a worker process does, until closed. */
export const startDuties = async (
  database: Pick<Database, "db" | "embedded">,
  duties: readonly Duty[],
): Promise<Scheduler> => {
  const realtime = { signal: () => undefined, onSignal: () => undefined };
  const log = pino({ level: "silent" });
  const scheduler = createScheduler({ database, realtime, roles: ["web", "worker"], log, tickMs: 100 });
  await scheduler.start(duties);
  return scheduler;
};
