import type { Realtime } from "../../src/cloud/engines/realtime/realtime.ts";
import { fake } from "./fake.ts";

/** For a single process: sends and receives nothing. */
export const silentRealtime = fake<Realtime>({
  toTeam: () => undefined,
  signal: () => undefined,
  onSignal: () => undefined,
});
