import { overview } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { leaveFor } from "./go.ts";

/** Picking a team stores it and, if it differs from the stored team, reloads at /overview. */
export const switchTeam = (teamId: string): void => {
  if (session.get().team?.teamId === teamId) return;
  leaveInTeam(() => session.chooseTeam(teamId), overview.path);
};

/** Goes back to the owner account, the first of the teams, and there to a path. */
export const switchToOwner = (path: string = overview.path): void => leaveInTeam(session.forgetTeam, path);

/**
 * The choice is stored as the page is left, so that this page never acts for another team; not at all when the user stays
 * to save what they typed.
 */
const leaveInTeam = (store: () => void, path: string): void => {
  addEventListener("pagehide", store, { once: true });
  addEventListener("beforeunload", ({ defaultPrevented }) => defaultPrevented && unlessLeft(store), { once: true });
  leaveFor(path);
};

/** The browser asks whether to leave. A user who returns to the page has stayed. */
const unlessLeft = (store: () => void): void => {
  const stay = () => removeEventListener("pagehide", store);
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, stay, { once: true, capture: true });
};
