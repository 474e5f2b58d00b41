/**
 * Stored notices of the last visit, for when the server is unreachable. Cleared with the session, like all local
 * storage.
 */
import * as z from "zod/mini";
import { notice, type Notice } from "../../../../resources/account/notices.ts";
import { readStored } from "../../lib/stored.ts";

const storageKey = "notices";

export const storeNotices = (notices: readonly Notice[]): void =>
  localStorage.setItem(storageKey, JSON.stringify(notices));

export const storedNotices = (): readonly Notice[] => z.array(notice).safeParse(readStored(storageKey)).data ?? [];
