import { NetworkError } from "../../api/errors.ts";
import { onRealtime } from "../../api/realtime.ts";
import { report } from "../../api/report.ts";
import { loadSession, loadTeams, loadUser } from "../../api/session/load.ts";
import { session } from "../../api/session/session.ts";
import { settled } from "../../lib/async/at-rest.ts";

/**
 * Updates user and teams after the first screen is drawn, when the server reports a change, and when it rejects the
 * socket's token.
 */
export const keepSessionCurrent = (): (() => void) => {
  void settled().then(() => loadSilently(loadSession));
  const stops = [
    onRealtime("updateUser", () => loadSilently(loadUser)),
    onRealtime("joinTeam", () => loadSilently(loadTeams)),
    onRealtime("updateTeam", () => loadSilently(loadTeams)),
    onRealtime("refused", () => loadSilently(loadSession)),
  ];
  // Another tab may use another team; a reload uses the team of the most recent tab.
  const onFocus = () => session.storeTeam();
  addEventListener("focus", onFocus);
  return () => {
    stops.forEach((stop) => stop());
    removeEventListener("focus", onFocus);
  };
};

/** Loads in the background without reporting network failures: stored data remains until the next response. */
const loadSilently = (load: (options: { readonly silent: true }) => Promise<void>): void =>
  void load({ silent: true }).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) report(error);
  });
