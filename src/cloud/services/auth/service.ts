import { getAddress, type Address, type Hex } from "viem";
import type { UserInfo, AuthData } from "../../../../resources/account/session.ts";
import { membershipCacheMs } from "../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { AppError } from "../../app-error.ts";
import type { TeamMembership, Teams } from "../teams/service.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { briefly } from "../briefly.ts";
import { addressOf, personOf, userInfoOf } from "./people.ts";
import {
  closeSession,
  issueSignInToken,
  openSession,
  rotateSession,
  sessionStands,
  type IssuedSession,
} from "./sessions.ts";
import { requestSignIn, useSignIn } from "./sign-in-requests.ts";
import { signedByKey, type SignatureCheck } from "./signature.ts";

export interface SignInAnswer {
  readonly address: string;
  readonly signature: Hex;
  readonly origin: string;
  readonly nonce?: string | undefined;
  readonly walletType?: string | undefined;
}

/** Whom an access token speaks for. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly membership: TeamMembership;
  /** One of those who run the cloud. */
  readonly operator: boolean;
  /** Speaks for the person and not for one team. */
  readonly personal: boolean;
}

export interface Auth {
  messageFor(
    db: Db,
    request: { address: string; origin: string; chainId: number },
  ): Promise<{ message: string; nonce: string }>;
  /** Checks the signature; makes the person with team and trial at the first time. Returns the one-time token. */
  signIn(trx: Trx, answer: SignInAnswer): Promise<{ stoken: string; personId: string }>;
  openSession(trx: Trx, stoken: string): Promise<AuthData>;
  refresh(trx: Trx, refreshToken: string): Promise<AuthData>;
  signOut(trx: Trx, refreshToken: string): Promise<void>;
  user(db: Db, personId: string): Promise<UserInfo>;
  /** Undefined unless the token is valid, its session stands and the membership still has the token's version. */
  identify(token: string): Promise<Identity | undefined>;
  teamToken(request: { authorization: string | undefined; teamId: string; tokenVersion: number }): Promise<string>;
  /** Lets what was looked up of tokens be looked up anew: after a membership or a session has changed. */
  forgetTokens(): void;
}

interface Parts {
  readonly teams: Teams;
  readonly allowance: Pick<Allowance, "grantTrial">;
  /** Address people use, when it is set: sign-in is accepted for its host only. */
  readonly publicUrl?: string | undefined;
  /** Wallet addresses, in any case, of those who run the cloud. */
  readonly operators?: readonly string[];
  readonly verify?: SignatureCheck;
}

/** Sign-In with Ethereum, sessions and the tokens that prove them. */
export const createAuth = (
  { db }: Pick<Database, "db">,
  { teams, allowance, publicUrl, operators = [], verify }: Parts,
): Auth => {
  const tokens = createAccessTokens(db);
  const isOperator = (address: string): boolean =>
    operators.some((operator) => operator.toLowerCase() === address.toLowerCase());
  const identities = briefly(membershipCacheMs, async (token: string): Promise<Identity | undefined> => {
    const claims = await tokens.read(token);
    if (!claims || !(await sessionStands(db, claims.sessionId, claims.personId))) return undefined;
    const membership = await teams.membership(db, claims.personId, claims.teamId);
    if (membership?.tokenVersion !== claims.tokenVersion) return undefined;
    const { personId: userId, sessionId, teamId } = claims;
    const operator = isOperator(await addressOf(db, userId));
    return { userId, sessionId, membership, operator, personal: teamId === undefined };
  });

  const authData = async (reader: Db, { sessionId, personId, refreshToken }: IssuedSession): Promise<AuthData> => {
    const own = await teams.membership(reader, personId);
    if (!own) throw new AppError("UNAUTHORIZED");
    const { token, expiresAtMs } = await tokens.issue({ personId, sessionId, tokenVersion: own.tokenVersion });
    return { accessToken: token, refreshToken, accessTokenExpireAt: expiresAtMs };
  };

  return {
    messageFor: (reader, request) => {
      refuseForeignHost(request.origin, publicUrl);
      return requestSignIn(reader, { ...request, address: getAddress(request.address) });
    },
    signIn: async (trx, answer) => {
      refuseForeignHost(answer.origin, publicUrl);
      const address: Address = getAddress(answer.address);
      await useSignIn(trx, verify ?? signedByKey, { ...answer, address });
      const person = await personOf(trx, { address, walletType: answer.walletType });
      if (person.created) await allowance.grantTrial(trx, await teams.create(trx, person));
      return { stoken: await issueSignInToken(trx, person.id), personId: person.id };
    },
    openSession: async (trx, stoken) => authData(trx, await openSession(trx, stoken)),
    refresh: async (trx, refreshToken) => authData(trx, await rotateSession(trx, refreshToken)),
    signOut: closeSession,
    user: async (reader, personId) => {
      const user = await userInfoOf(reader, personId);
      return { ...user, operator: isOperator(user.wallet.address) };
    },
    identify: identities.get,
    teamToken: async ({ authorization, teamId, tokenVersion }) => {
      const identity = await identities.get(tokenIn(authorization));
      if (!identity) throw new AppError("UNAUTHORIZED");
      const { userId, sessionId } = identity;
      return (await tokens.issue({ personId: userId, sessionId, teamId, tokenVersion })).token;
    },
    forgetTokens: identities.clear,
  };
};

/** The token of an Authorization header, with or without the word Bearer. */
export const tokenIn = (authorization: string | undefined): string => (authorization ?? "").replace(/^Bearer\s+/i, "");

/**
 * A page at another name could pass our message on to a wallet and our server the signature; so messages are made for our
 * own names only: that of PUBLIC_URL, else this machine and private networks.
 */
const refuseForeignHost = (origin: string, publicUrl: string | undefined): void => {
  const { host, hostname } = new URL(origin);
  const own = publicUrl === undefined ? isPrivate(hostname) : host === new URL(publicUrl).host;
  if (!own) throw new AppError("SIGN_IN_ADDRESS");
};

const privateNames =
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+)$/;
const isPrivate = (hostname: string): boolean => privateNames.test(hostname);
