import {
  editProfile,
  removeAvatar as removeAvatarCall,
  setAvatar as setAvatarCall,
} from "../../../../resources/account/profile.ts";
import * as calls from "../../../../resources/account/sessions.ts";
import type { DeviceSession } from "../../../../resources/account/sessions.ts";
import {
  linkWallet,
  unlinkWallet as unlinkWalletCall,
  walletMessage,
  wallets,
} from "../../../../resources/account/wallets.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { avatarUrl } from "../images.ts";
import { inPhases, route, type Context, type Route } from "../../kernel/calls/route.ts";
import type { Teams } from "../teams/service.ts";
import { addressIn } from "./address-in.ts";
import { removeAvatar, rename, setAvatar } from "./profile.ts";
import type { Auth } from "./service.ts";
import { unlinkWallet, walletsOf } from "./wallets.ts";
import { notFound } from "../../kernel/app-error.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import { deviceName } from "./device-name.ts";
import { revokeSession } from "./sessions.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

interface Deps {
  readonly auth: Auth;
  readonly teams: Pick<Teams, "renameOwn" | "usersOfOwnTeam" | "walletLinked" | "announce">;
  readonly realtime: Pick<Realtime, "toUser" | "recheck">;
}

/** Routes that change the user's own account. */
export const accountRoutes = ({ auth, teams, realtime }: Deps): Route[] => {
  /** The own team shares the name and avatar: everyone in it sees them. */
  const tellShown = async (db: Db, personId: string, afterCommit: Context["afterCommit"]): Promise<void> => {
    const userIds = await teams.usersOfOwnTeam(db, personId);
    afterCommit(() => {
      realtime.toUser(personId, "updateUser", {});
      for (const person of userIds) realtime.toUser(person, "updateTeam", {});
    });
  };
  /** Tells the user's other tabs and browsers to reload the user: an ended session ends there too. */
  const tellEnded = (personId: string): void => {
    auth.forgetTokens();
    realtime.toUser(personId, "updateUser", {});
    realtime.recheck(personId);
  };

  return [
    route(editProfile, async ({ db, caller, body, afterCommit, logged }) => {
      logged({ target: body.username });
      await rename(db, caller.userId, body.username);
      await teams.renameOwn(db, caller.userId, body.username);
      await tellShown(db, caller.userId, afterCommit);
      return null;
    }),
    route(setAvatarCall, async ({ db, caller, body, afterCommit }) => {
      const id = await setAvatar(db, caller.userId, body.image);
      await tellShown(db, caller.userId, afterCommit);
      return { avatar: avatarUrl(id, "") };
    }),
    route(removeAvatarCall, async ({ db, caller, afterCommit }) => {
      await removeAvatar(db, caller.userId);
      await tellShown(db, caller.userId, afterCommit);
      return null;
    }),
    route(calls.sessions, async ({ db, caller }) => ({
      items: await listSessions(db, caller.userId, caller.sessionId),
    })),
    route(calls.endSession, async ({ db, caller, params, afterCommit, logged }) => {
      logged({ target: await endSession(db, caller.userId, params.id) });
      afterCommit(() => tellEnded(caller.userId));
      return null;
    }),
    route(calls.endOtherSessions, async ({ db, caller, afterCommit, logged }) => {
      const ended = await endOtherSessions(db, caller.userId, caller.sessionId);
      logged(ended > 0 && { details: { ended } });
      afterCommit(() => tellEnded(caller.userId));
      return { ended };
    }),
    route(wallets, async ({ db, caller }) => ({
      items: (await walletsOf(db, caller.userId)).map(({ address, walletType, linkedAt, ...wallet }) => ({
        address,
        walletType,
        primary: Boolean(wallet.primary),
        linkedAt: secondsOf(linkedAt),
      })),
    })),
    route(walletMessage, ({ db, caller, params, query, origin }) =>
      auth.linkMessage(db, caller.userId, { address: addressIn(params), origin, chainId: query.chainId }),
    ),
    route(
      linkWallet,
      inPhases({
        prepare: ({ db, caller, body, origin }) => auth.checkLink(db, caller.userId, { ...body, origin }),
        write: async ({ db, caller, afterCommit, logged }, proven) => {
          const address = await auth.linkWallet(db, caller.userId, proven);
          const news = await teams.walletLinked(db, caller.userId, address);
          logged({ target: address });
          afterCommit(() => {
            teams.announce(news);
            realtime.toUser(caller.userId, "updateUser", {});
          });
          return null;
        },
      }),
    ),
    route(unlinkWalletCall, async ({ db, caller, params, afterCommit, logged }) => {
      logged({ target: await unlinkWallet(db, caller.userId, params.address) });
      afterCommit(() => realtime.toUser(caller.userId, "updateUser", {}));
      return null;
    }),
  ];
};

/** Returns active sessions: the current one first, then by last use. */
const listSessions = async (db: Db, personId: string, current: string | undefined): Promise<DeviceSession[]> => {
  const rows = await activeSessions(db, personId)
    .select(["id", "user_agent", "ip", "created_at", "last_used_at"])
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    ip: row.ip,
    signedInAt: secondsOf(row.created_at),
    lastUsedAt: secondsOf(row.last_used_at),
    current: row.id === current,
  }));
  return items.toSorted((a, b) => Number(b.current) - Number(a.current));
};

/** Returns the session's device label. Throws NOT_FOUND for a session of another user. */
const endSession = async (trx: Trx, personId: string, id: string): Promise<string> => {
  const row = await activeSessions(trx, personId)
    .select("user_agent")
    .where("id", "=", uuidOf(id))
    .executeTakeFirstOrThrow(notFound);
  await revokeSession(trx, id, "SESSION_ENDED");
  return deviceName(row.user_agent);
};

/** Ends every session but one. Returns how many. */
const endOtherSessions = async (trx: Trx, personId: string, exceptId: string | undefined): Promise<number> => {
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
