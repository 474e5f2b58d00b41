/** Lists and ends a user's sessions. */
import type { DeviceSession } from "../../../../resources/account/sessions.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { isUuid } from "../uuid.ts";
import { deviceName } from "./device-name.ts";
import { revokeSession } from "./sessions.ts";

/** Returns active sessions: the current one first, then by last use. */
export const listSessions = async (db: Db, personId: string, current: string | undefined): Promise<DeviceSession[]> => {
  const rows = await activeSessions(db, personId)
    .select(["id", "user_agent", "ip", "created_at", "last_used_at"])
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    ip: row.ip,
    signedInAt: unixSeconds(row.created_at),
    lastUsedAt: unixSeconds(row.last_used_at),
    current: row.id === current,
  }));
  return items.toSorted((a, b) => Number(b.current) - Number(a.current));
};

/** Returns the session's device label. Throws NOT_FOUND for a session of another user. */
export const endSession = async (trx: Trx, personId: string, id: string): Promise<string> => {
  const row = isUuid(id)
    ? await activeSessions(trx, personId).select("user_agent").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  await revokeSession(trx, id, "SESSION_ENDED");
  return deviceName(row.user_agent);
};

/** Ends every session but one. Returns how many. */
export const endOtherSessions = async (trx: Trx, personId: string, exceptId: string | undefined): Promise<number> => {
  const rows = await activeSessions(trx, personId).select("id").execute();
  const others = rows.filter(({ id }) => id !== exceptId);
  for (const { id } of others) await revokeSession(trx, id, "SESSION_ENDED");
  return others.length;
};

const activeSessions = (db: Db, personId: string) =>
  db
    .selectFrom("session")
    .where("person_id", "=", personId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", new Date());

const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
