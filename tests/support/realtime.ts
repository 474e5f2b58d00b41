import type { Realtime } from "../../src/cloud/engines/realtime/realtime.ts";

/** For a single process: sends and receives nothing. */
export const silentRealtime = {
  toTeam: () => undefined,
  signal: () => undefined,
  onSignal: () => undefined,
} as unknown as Realtime;
