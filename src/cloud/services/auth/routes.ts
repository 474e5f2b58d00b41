import type { Hex } from "viem";
import {
  address as addressSchema,
  currentUser,
  refresh,
  session,
  signIn,
  signInMessage,
  signOut,
} from "../../../../resources/account/session.ts";
import { AppError } from "../../app-error.ts";
import { route, type Route } from "../route.ts";
import type { Teams } from "../teams/service.ts";
import type { Auth } from "./service.ts";

/** The calls of signing in and out. */
export const authRoutes = (auth: Auth, teams: Teams): Route[] => [
  route(signInMessage, ({ params, query, origin, db }) =>
    auth.messageFor(db, { address: addressOf(params), origin, chainId: query.chainId }),
  ),
  route(signIn, async ({ params, body, origin, db, afterCommit }) => {
    const { stoken, personId } = await auth.signIn(db, {
      address: addressOf(params),
      origin,
      signature: body.signature as Hex,
      nonce: body.nonce,
      walletType: body.walletType,
    });
    afterCommit(() => teams.welcome(personId));
    return { stoken };
  }),
  route(session, ({ params, db }) => auth.openSession(db, params["stoken"]!)),
  route(refresh, ({ body, db, afterCommit }) => {
    afterCommit(auth.forgetTokens);
    return auth.refresh(db, body.refreshToken);
  }),
  route(signOut, async ({ body, db, afterCommit }) => {
    await auth.signOut(db, body.refreshToken);
    afterCommit(auth.forgetTokens);
    return null;
  }),
  route(currentUser, ({ caller, db }) => auth.user(db, caller.userId)),
];

const addressOf = (params: Readonly<Record<string, string>>): string => {
  const parsed = addressSchema.safeParse(params["address"]);
  if (parsed.success) return parsed.data;
  throw new AppError("INVALID_INPUT", { fields: { address: parsed.error.issues.map(({ message }) => message) } });
};
