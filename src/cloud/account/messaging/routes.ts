import { miniSignIn } from "../../../../resources/account/mini-session.ts";
import { deviceOf, type Auth } from "../auth/service.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Teams } from "../teams/service.ts";
import type { Messaging } from "./service.ts";

interface Deps {
  readonly messaging: Pick<Messaging, "signIn">;
  readonly auth: Pick<Auth, "openSession" | "signInToken">;
  readonly teams: Pick<Teams, "membership" | "signedIn" | "announce" | "welcome">;
}

/** Sign-in through the messaging app. */
export const messagingRoutes = ({ messaging, auth, teams }: Deps): Route[] => [
  route(miniSignIn, async ({ body, db, afterCommit, logged, ...request }) => {
    const { personId, isNew, start } = await messaging.signIn(db, body);
    const inviteCode = start.kind === "invite" ? start.code : undefined;
    const news = await teams.signedIn(db, { personId, isNew, inviteCode });
    const { data } = await auth.openSession(db, await auth.signInToken(db, personId), deviceOf(request));
    const own = await teams.membership(db, personId);
    logged(own !== undefined && { personId, teamId: own.teamId });
    afterCommit(() => teams.announce(news));
    afterCommit(() => teams.welcome(personId));
    return data;
  }),
];
