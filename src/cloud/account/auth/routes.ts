import {
  currentUser,
  refresh,
  session,
  signIn,
  signInMessage,
  signOut,
} from "../../../../resources/account/session.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { inPhases, route, type Logged, type Route } from "../../kernel/calls/route.ts";
import type { Teams } from "../teams/service.ts";
import { addressIn } from "./address-in.ts";
import { deviceOf } from "./device.ts";
import type { Auth } from "./service.ts";

/** Routes to sign in and out. */
export const authRoutes = (auth: Auth, teams: Teams, realtime: Pick<Realtime, "recheck">): Route[] => [
  route(signInMessage, ({ params, query, origin, db }) =>
    auth.messageFor(db, { address: addressIn(params), origin, chainId: query.chainId }),
  ),
  route(
    signIn,
    inPhases({
      prepare: ({ params, body, origin, db }) =>
        auth.checkSignIn(db, {
          address: addressIn(params),
          origin,
          signature: body.signature,
          nonce: body.nonce,
          walletType: body.walletType,
        }),
      write: async ({ body, db, afterCommit }, proven) => {
        const { stoken, personId, isNew } = await auth.signIn(db, proven);
        const news = await teams.signedIn(db, { personId, isNew, inviteCode: body.inviteCode });
        afterCommit(() => teams.announce(news));
        afterCommit(() => teams.welcome(personId));
        return { stoken };
      },
    }),
  ),
  route(session, async ({ params, db, logged, ...request }) => {
    const { data, personId } = await auth.openSession(db, params.stoken, deviceOf(request));
    logged(await inOwnTeam(teams, db, personId));
    return data;
  }),
  route(refresh, ({ body, db, afterCommit, ...request }) => {
    afterCommit(auth.forgetTokens);
    return auth.refresh(db, body.refreshToken, deviceOf(request));
  }),
  route(signOut, async ({ body, db, afterCommit, logged }) => {
    const personId = await auth.signOut(db, body.refreshToken);
    logged(personId !== undefined && (await inOwnTeam(teams, db, personId)));
    afterCommit(() => {
      auth.forgetTokens();
      if (personId !== undefined) realtime.recheck(personId);
    });
    return null;
  }),
  route(currentUser, ({ caller, db }) => auth.user(db, caller.userId)),
];

/** No team context yet at sign-in, and no longer at sign-out. */
const inOwnTeam = async (teams: Pick<Teams, "membership">, db: Db, personId: string): Promise<Logged | false> => {
  const own = await teams.membership(db, personId);
  return own !== undefined && { personId, teamId: own.teamId };
};
