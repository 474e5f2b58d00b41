/** The notices of the last visit, for when the cloud cannot be asked. They end with the session, as all of local storage does. */
import * as z from "zod/mini";
import { notice, type Notice } from "../../../../resources/account/notices.ts";

const storageKey = "notices";

export const keepNotices = (notices: readonly Notice[]): void =>
  localStorage.setItem(storageKey, JSON.stringify(notices));

export const keptNotices = (): readonly Notice[] => {
  try {
    return z.array(notice).parse(JSON.parse(localStorage.getItem(storageKey) ?? "[]"));
  } catch {
    return [];
  }
};
