import type { Logger } from "pino";
import { vi } from "vitest";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import { openRealtime } from "../../../src/cloud/engines/realtime/open.ts";
import type { Realtime } from "../../../src/cloud/engines/realtime/realtime.ts";
import { fake } from "../fake.ts";
import { atFileEnd } from "../file-end.ts";
import { patience } from "../patience.ts";

/** For a single process: sends and receives nothing. */
export const silentRealtime = fake<Realtime>({
  toTeam: () => undefined,
  signal: () => undefined,
  onSignal: () => undefined,
});

/** Opens the realtime engines of two processes on one database. Each hears the other's signals. */
export const testProcesses = async (
  database: Pick<Database, "connection">,
  log: Logger,
): Promise<readonly [Realtime, Realtime]> => {
  const open = async (): Promise<Realtime> => {
    const realtime = await openRealtime({ DATABASE_URL: undefined, ROLE: ["web"] }, database, log);
    atFileEnd(() => realtime.close());
    return realtime;
  };
  const both = [await open(), await open()] as const;
  // A process listens a moment after it has opened; it doesn't receive earlier signals.
  const heard = new Set<Realtime>();
  for (const realtime of both) realtime.onSignal("listening", () => void heard.add(realtime));
  await vi.waitFor(() => {
    for (const realtime of both) realtime.signal("listening");
    if (heard.size < both.length) throw new Error("A process does not listen yet.");
  }, patience);
  return both;
};
