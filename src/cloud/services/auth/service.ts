import { getAddress, type Address, type Hex } from "viem";
import type { UserInfo, AuthData } from "../../../../resources/account/session.ts";
import { membershipCacheMs } from "../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { AppError } from "../../app-error.ts";
import type { TeamMembership, Teams } from "../teams/service.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { briefly } from "../briefly.ts";
import type { Callers } from "../callers.ts";
import type { Device } from "./device.ts";
import { addPerson, personOf, personWithEuid, personWithUid, removePerson, userInfoOf } from "./people.ts";
import {
  closeSession,
  issueSignInToken,
  openSession,
  reasonOfEnd,
  rotateSession,
  sessionStands,
  type IssuedSession,
} from "./sessions.ts";
import { readAvatar, type Picture } from "./profile.ts";
import { requestSignature, useSignature } from "./sign-in-requests.ts";
import { signedByKey, type SignatureCheck } from "./signature.ts";
import type { EndReason } from "./tables.ts";
import { giveWallets, linkWallet, peopleWith, requestLink, walletsOf, type LinkAnswer } from "./wallets.ts";

export { deviceOf, type Device } from "./device.ts";

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
  /** Checks the signature; makes the person with team and trial at the first time (`isNew`). Returns the one-time token. */
  signIn(trx: Trx, answer: SignInAnswer): Promise<{ stoken: string; personId: string; isNew: boolean }>;
  openSession(trx: Trx, stoken: string, device: Device): Promise<{ data: AuthData; personId: string }>;
  refresh(trx: Trx, refreshToken: string, device: Device): Promise<AuthData>;
  /** Returns whose session it was; undefined when there was none. */
  signOut(trx: Trx, refreshToken: string): Promise<string | undefined>;
  user(db: Db, personId: string): Promise<UserInfo>;
  /** Message that a further wallet signs to be linked. Throws WALLET_TAKEN, WALLET_LINKED, LIMIT_REACHED. */
  linkMessage(
    db: Db,
    personId: string,
    request: { address: string; origin: string; chainId: number },
  ): Promise<{ message: string; nonce: string }>;
  /** Returns the checksummed address. */
  linkWallet(trx: Trx, personId: string, answer: LinkAnswer): Promise<string>;
  /** The person whose account on chain (bytes32) it is; undefined when it is nobody's. */
  personWithEuid(db: Db, euid: string): Promise<string | undefined>;
  personWithUid(db: Db, uid: string): Promise<string | undefined>;
  /** Ids of those who run the cloud, as far as they have signed in. */
  operators(db: Db): Promise<string[]>;
  /** The person's wallets, first the one that stands for the account. */
  wallets: typeof walletsOf;
  /** Gives all wallets of a person to another one. */
  giveWallets(trx: Trx, fromId: string, toId: string): Promise<void>;
  /** Deletes a person who has no team of their own any more; open sessions are told why they ended. */
  removePerson(trx: Trx, personId: string): Promise<void>;
  /** Makes a person without a wallet, with team and trial. Returns their id. */
  addPerson(trx: Trx, username: string): Promise<string>;
  /** The one-time token between a proof of who one is and the session. */
  signInToken(trx: Trx, personId: string): Promise<string>;
  /** A person's picture by its id. */
  avatar(id: string): Promise<Picture | undefined>;
  /** Undefined unless the token is valid, its session stands and the membership still has the token's version. */
  identify(token: string): Promise<Identity | undefined>;
  /** Why the session of an Authorization header's token was ended, when there is more to say than that it was. */
  reasonOfEnd(authorization: string): Promise<EndReason | undefined>;
  teamToken(request: { authorization: string | undefined; teamId: string; tokenVersion: number }): Promise<string>;
  /** Lets what was looked up of tokens be looked up anew, in every process: after a session or a membership has changed. */
  forgetTokens(): void;
}

interface Parts {
  readonly teams: Pick<Teams, "create" | "membership">;
  readonly callers: Callers;
  readonly allowance: Pick<Allowance, "grantTrial">;
  /** Address people use, when it is set: sign-in is accepted for its host only. */
  readonly publicUrl?: string | undefined;
  /** Login of a person's linked code-hosting account. */
  readonly codeHostLogin?: (db: Db, personId: string) => Promise<string | undefined>;
  /** Wallet addresses, in any case, of those who run the cloud. */
  readonly operators?: readonly string[];
  readonly verify?: SignatureCheck;
}

/** Sign-In with Ethereum, sessions and the tokens that prove them. */
export const createAuth = (
  { db }: Pick<Database, "db">,
  { teams, callers, allowance, publicUrl, codeHostLogin, operators = [], verify }: Parts,
): Auth => {
  const tokens = createAccessTokens(db);
  const named = new Set(operators.map((operator) => operator.toLowerCase()));
  const isOperator = async (reader: Db, personId: string): Promise<boolean> =>
    named.size > 0 && (await walletsOf(reader, personId)).some(({ address }) => named.has(address.toLowerCase()));
  const identities = briefly(membershipCacheMs, async (token: string): Promise<Identity | undefined> => {
    const claims = await tokens.read(token);
    if (!claims || !(await sessionStands(db, claims.sessionId, claims.personId))) return undefined;
    const membership = await teams.membership(db, claims.personId, claims.teamId);
    if (membership?.tokenVersion !== claims.tokenVersion) return undefined;
    const { personId: userId, sessionId, teamId } = claims;
    const operator = await isOperator(db, userId);
    return { userId, sessionId, membership, operator, personal: teamId === undefined };
  });
  callers.onForget(identities.clear);

  const authData = async (reader: Db, { sessionId, personId, refreshToken }: IssuedSession): Promise<AuthData> => {
    const own = await teams.membership(reader, personId);
    if (!own) throw new AppError("UNAUTHORIZED");
    const { token, expiresAtMs } = await tokens.issue({ personId, sessionId, tokenVersion: own.tokenVersion });
    return { accessToken: token, refreshToken, accessTokenExpireAt: expiresAtMs };
  };

  return {
    messageFor: (reader, request) => {
      refuseForeignHost(request.origin, publicUrl);
      return requestSignature(reader, { ...request, address: getAddress(request.address) });
    },
    signIn: async (trx, answer) => {
      refuseForeignHost(answer.origin, publicUrl);
      const address: Address = getAddress(answer.address);
      await useSignature(trx, verify ?? signedByKey, { ...answer, address });
      const person = await personOf(trx, { address, walletType: answer.walletType });
      if (person.created) await allowance.grantTrial(trx, await teams.create(trx, person));
      return { stoken: await issueSignInToken(trx, person.id), personId: person.id, isNew: person.created };
    },
    openSession: async (trx, stoken, device) => {
      const issued = await openSession(trx, stoken, device);
      return { data: await authData(trx, issued), personId: issued.personId };
    },
    refresh: async (trx, refreshToken, device) => authData(trx, await rotateSession(trx, refreshToken, device)),
    signOut: closeSession,
    linkMessage: (reader, personId, request) => {
      refuseForeignHost(request.origin, publicUrl);
      return requestLink(reader, personId, request);
    },
    linkWallet: (trx, personId, answer) => {
      refuseForeignHost(answer.origin, publicUrl);
      return linkWallet(trx, verify ?? signedByKey, personId, answer);
    },
    user: async (reader, personId) => {
      const user = await userInfoOf(reader, personId);
      const login = await codeHostLogin?.(reader, personId);
      const github = login === undefined ? null : { name: login };
      return { ...user, github, operator: await isOperator(reader, personId) };
    },
    personWithEuid,
    personWithUid,
    operators: (reader) => peopleWith(reader, operators),
    wallets: walletsOf,
    giveWallets,
    removePerson,
    addPerson: async (trx, username) => {
      const person = await addPerson(trx, username);
      await allowance.grantTrial(trx, await teams.create(trx, person));
      return person.id;
    },
    signInToken: issueSignInToken,
    avatar: (id) => readAvatar(db, id),
    identify: identities.get,
    reasonOfEnd: async (authorization) => {
      const claims = await tokens.read(tokenIn(authorization));
      return claims && reasonOfEnd(db, claims.sessionId);
    },
    teamToken: async ({ authorization, teamId, tokenVersion }) => {
      const identity = await identities.get(tokenIn(authorization));
      if (!identity) throw new AppError("UNAUTHORIZED");
      const { userId, sessionId } = identity;
      return (await tokens.issue({ personId: userId, sessionId, teamId, tokenVersion })).token;
    },
    forgetTokens: callers.forget,
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
