/**
 * Temporary S3 credentials of the current team: stored in this browser, renewed an hour before they expire, never
 * shown.
 */
import * as z from "zod/mini";
import { assumeRole } from "../../../../resources/bucket/access-key-calls.ts";
import { stsRefreshSeconds } from "../../../../resources/bucket/storage-limits.ts";
import { readStored } from "../../lib/stored.ts";
import { send } from "../client.ts";
import { sessionKeys } from "../session/keys.ts";
import { session } from "../session/session.ts";

const storedCredentials = z.object({
  teamId: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  sessionToken: z.string(),
  /** Unix seconds. */
  expiredAt: z.int(),
});
export type Credentials = z.output<typeof storedCredentials>;

const underWay = new Map<string, Promise<Credentials>>();

/**
 * Returns credentials that are valid for at least an hour. `fresh` requests new ones, after the old ones were refused.
 */
export const credentials = async ({ fresh = false } = {}): Promise<Credentials> => {
  const teamId = session.get().team?.teamId ?? "";
  const cached = fresh ? undefined : read(teamId);
  if (cached) return cached;
  const pending = underWay.get(teamId) ?? fetchCredentials(teamId);
  underWay.set(teamId, pending);
  try {
    return await pending;
  } finally {
    underWay.delete(teamId);
  }
};

const fetchCredentials = async (teamId: string): Promise<Credentials> => {
  const received = { teamId, ...(await send(assumeRole)) };
  // The user may have switched teams meanwhile; that team's credentials are requested when needed.
  if (session.get().team?.teamId === teamId) localStorage.setItem(sessionKeys.sts, JSON.stringify(received));
  return received;
};

const read = (teamId: string): Credentials | undefined => {
  const stored = storedCredentials.safeParse(readStored(sessionKeys.sts)).data;
  if (stored?.teamId !== teamId) return undefined;
  return stored.expiredAt - stsRefreshSeconds > Date.now() / 1000 ? stored : undefined;
};
