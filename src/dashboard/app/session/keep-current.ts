import { NetworkError } from "../../api/errors.ts";
import { onRealtime } from "../../api/realtime.ts";
import { report } from "../../api/report.ts";
import { loadSession, loadTeams, loadUser } from "../../api/session/load.ts";
import { session } from "../../api/session/session.ts";
import { settled } from "../../lib/at-rest.ts";

/**
 * Brings person and teams up to date once the first screen stands, again when the server says they changed, and when it does not
 * take the socket's token anymore.
 */
export const keepSessionCurrent = (): (() => void) => {
  void settled().then(() => quietly(loadSession));
  const stops = [
    onRealtime("updateUser", () => quietly(loadUser)),
    onRealtime("joinTeam", () => quietly(loadTeams)),
    onRealtime("updateTeam", () => quietly(loadTeams)),
    onRealtime("refused", () => quietly(loadSession)),
  ];
  // Another tab may use another team; a reloaded page uses the team of the most recent tab.
  const onFocus = () => session.storeTeam();
  addEventListener("focus", onFocus);
  return () => {
    stops.forEach((stop) => stop());
    removeEventListener("focus", onFocus);
  };
};

/** Nobody asked for it, so a network that fails is not spoken of: what is stored serves until the next answer. */
const quietly = (load: (options: { readonly silent: true }) => Promise<void>): void =>
  void load({ silent: true }).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) report(error);
  });
