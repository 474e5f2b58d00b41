import { overview } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { leaveFor } from "./go.ts";

/** Selects a team: stores it and, if it differs from the stored team, reloads at /overview. */
export const switchTeam = (teamId: string): void => {
  if (session.get().team?.teamId === teamId) return;
  leaveInTeam(() => session.chooseTeam(teamId), overview.path);
};

/** Switches to the owner account, the first team, and opens a path. */
export const switchToOwner = (path: string = overview.path): void => leaveInTeam(session.forgetTeam, path);

/**
 * Stores the selection only when the page is left, so that this page never acts for another team and a user who stays
 * to save a draft keeps the team.
 */
const leaveInTeam = (store: () => void, path: string): void => {
  addEventListener("pagehide", store, { once: true });
  addEventListener("beforeunload", ({ defaultPrevented }) => defaultPrevented && revertUnlessLeft(store), {
    once: true,
  });
  leaveFor(path);
};

/** Reverts if the page is not left: the browser asks, and a user who returns to the page has stayed. */
const revertUnlessLeft = (store: () => void): void => {
  const stay = () => removeEventListener("pagehide", store);
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, stay, { once: true, capture: true });
};
