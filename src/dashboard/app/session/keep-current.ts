import { onRealtime } from "../../api/realtime.ts";
import { loadSession, loadTeams, loadUser } from "../../api/session/load.ts";
import { settled } from "../../lib/at-rest.ts";

/** Brings person and teams up to date once the first screen stands, and again when the cloud says they changed. */
export const keepSessionCurrent = (): (() => void) => {
  void settled().then(() => quietly(loadSession));
  const stops = [
    onRealtime("updateUser", () => quietly(loadUser)),
    onRealtime("joinTeam", () => quietly(loadTeams)),
    onRealtime("updateTeam", () => quietly(loadTeams)),
  ];
  return () => stops.forEach((stop) => stop());
};

/** A refusal has its handler; what is stored serves until the next answer. */
const quietly = (load: () => Promise<void>): void => void load().catch(() => undefined);
