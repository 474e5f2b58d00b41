import { sessionKeys } from "../../../api/session/keys.ts";
import { randomId } from "../../../lib/random-id.ts";

/** A secret of this browser, created once. GitHub's code is valid only together with it. */
export const browserSecret = (): string => {
  const stored = localStorage.getItem(sessionKeys.codeHostBrowser);
  if (stored !== null) return stored;
  const created = randomId() + randomId();
  localStorage.setItem(sessionKeys.codeHostBrowser, created);
  return created;
};
