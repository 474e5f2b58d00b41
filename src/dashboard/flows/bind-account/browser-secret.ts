import { sessionKeys } from "../../api/session/keys.ts";
import { randomId } from "../../lib/random-id.ts";

/** A secret of this browser, created once. GitHub's code is valid only together with it. */
export const browserSecret = (): string => {
  const known = localStorage.getItem(sessionKeys.codeHostBrowser);
  if (known !== null) return known;
  const made = randomId() + randomId();
  localStorage.setItem(sessionKeys.codeHostBrowser, made);
  return made;
};
