import type { UserInfo, AuthData } from "../../../../resources/account/session.ts";
import { membershipCacheMs } from "../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { checksumAddress } from "../../engines/evm/checksum-address.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { TeamMembership, Teams } from "../teams/service.ts";
import { createAccessTokens } from "./access-tokens.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Callers } from "../callers.ts";
import type { Device } from "./device.ts";
import { addUser, recordMerge, userOfWallet, userWithEuid, userWithUid, removeUser, userInfoOf } from "./users.ts";
import {
  closeSession,
  issueSignInToken,
  openSession,
  reasonOfEnd,
  rotateSession,
  isSessionActive,
  type IssuedSession,
  type EndReason,
} from "./sessions.ts";
import { readAvatar, type AvatarImage } from "./profile.ts";
import { createFreshProof, type FreshProof } from "./fresh-proof.ts";
import {
  checkSignature,
  refuseForeignHost,
  requestSignature,
  useRequest,
  type SignedRequest,
} from "./sign-in-requests.ts";
import { createSignatureCheck } from "./signature.ts";
import {
  checkLink,
  checkMerge,
  giveWallets,
  linkWallet,
  usersWithWallets,
  requestLink,
  requestMerge,
  useMerge,
  walletsOf,
  type LinkAnswer,
  type MergeAnswer,
  type MergeRequest,
  type ProvenMerge,
  type ProvenWallet,
} from "./wallets.ts";

export { addressIn } from "./address-in.ts";
export { deviceOf, type Device } from "./device.ts";
export type { ProvenMerge } from "./wallets.ts";

export interface SignInAnswer {
  readonly address: string;
  readonly signature: string;
  readonly origin: string;
  readonly nonce?: string | undefined;
  readonly walletType?: string | undefined;
}

/** A sign-in with a valid signature. */
export interface ProvenSignIn extends SignedRequest {
  readonly address: string;
  readonly walletType: string | undefined;
}

/** The identity of an access token. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly membership: TeamMembership;
  /** Whether the user is an operator. */
  readonly operator: boolean;
  /** A personal token, without a team. */
  readonly personal: boolean;
}

export interface Auth {
  messageFor(
    db: Db,
    request: { address: string; origin: string; chainId: number },
  ): Promise<{ message: string; nonce: string }>;
  /** Checks the signature, before the transaction of `signIn`. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
  checkSignIn(db: Db, answer: SignInAnswer): Promise<ProvenSignIn>;
  /** Creates the user with a team and trial on the first sign-in (`isNew`). Returns the one-time token. */
  signIn(trx: Trx, proven: ProvenSignIn): Promise<{ stoken: string; personId: string; isNew: boolean }>;
  openSession(trx: Trx, stoken: string, device: Device): Promise<{ data: AuthData; personId: string }>;
  refresh(trx: Trx, refreshToken: string, device: Device): Promise<AuthData>;
  /** Returns the session's user; undefined without a session. */
  signOut(trx: Trx, refreshToken: string): Promise<string | undefined>;
  /** Loads the keys needed for the first sign-in. */
  start(): Promise<void>;
  user(db: Db, personId: string): Promise<UserInfo>;
  /** Returns the message that another wallet signs to be linked. Throws WALLET_TAKEN, WALLET_LINKED, LIMIT_REACHED. */
  linkMessage(
    db: Db,
    personId: string,
    request: { address: string; origin: string; chainId: number },
  ): Promise<{ message: string; nonce: string }>;
  /** Checks the signature, before the transaction of `linkWallet`. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
  checkLink(db: Db, personId: string, answer: LinkAnswer): Promise<ProvenWallet>;
  /** Returns the checksummed address. */
  linkWallet(trx: Trx, personId: string, proven: ProvenWallet): Promise<string>;
  /** Returns the message that a wallet signs to merge an account into its own. */
  requestMerge(db: Db, personId: string, request: MergeRequest): Promise<{ message: string; nonce: string }>;
  /** Checks the signature, before the transaction of `useMerge`. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
  checkMerge(db: Db, personId: string, answer: MergeAnswer): Promise<ProvenMerge>;
  /**
   * Uses up the signature. The wallet keeps its owner until the transaction ends. Throws SIGN_IN_EXPIRED,
   * SIGNATURE_INVALID.
   */
  useMerge(trx: Trx, proven: ProvenMerge): Promise<void>;
  /** Redirects the on-chain account and invite code of a merged user to the remaining one. */
  recordMerge(trx: Trx, fromId: string, toId: string): Promise<void>;
  /** Returns the user of an on-chain account (bytes32); undefined if unknown. */
  userWithEuid(db: Db, euid: string): Promise<string | undefined>;
  userWithUid(db: Db, uid: string): Promise<string | undefined>;
  /** Ids of the operators who have signed in. */
  operators(db: Db): Promise<string[]>;
  /** Returns the user's wallets, the main wallet first. */
  wallets: typeof walletsOf;
  /** Moves all wallets of a user to another user. */
  giveWallets(trx: Trx, fromId: string, toId: string): Promise<void>;
  /** Deletes a user without an own team; open sessions are told the reason. */
  removeUser(trx: Trx, personId: string): Promise<void>;
  /** Creates a user without a wallet, with team and trial. Returns the id. */
  addUser(trx: Trx, username: string): Promise<string>;
  /** The one-time token between authentication and session. */
  signInToken(trx: Trx, personId: string): Promise<string>;
  /** Returns an avatar by id. */
  avatar(id: string): Promise<AvatarImage | undefined>;
  /**
   * Returns undefined unless the token is valid, its session is active, and the membership still has the token's
   * version.
   */
  identify(token: string): Promise<Identity | undefined>;
  /** Returns why the session of an Authorization header's token ended, if there is a specific reason. */
  reasonOfEnd(authorization: string): Promise<EndReason | undefined>;
  teamToken(request: { authorization: string | undefined; teamId: string; tokenVersion: number }): Promise<string>;
  /** For calls declared with `fresh`. */
  readonly fresh: FreshProof;
  /** Drops cached tokens in every process, after a session or membership changed. */
  forgetTokens(): void;
}

interface Deps {
  readonly teams: Pick<Teams, "create" | "membership">;
  readonly callers: Callers;
  readonly allowance: Pick<Allowance, "grantTrial">;
  /** Seals the key that signs access tokens. */
  readonly box: SecretBox;
  /** The public URL, if set: sign-in is accepted for its host only. */
  readonly publicUrl?: string | undefined;
  /** Username of a user's linked code-hosting account. */
  readonly codeHostLogin?: (db: Db, personId: string) => Promise<string | undefined>;
  /** Wallet addresses of the operators, in any case. */
  readonly operators?: readonly string[];
  /** Chains whose contracts may sign for wallets; default: none. */
  readonly evm?: Pick<Evm, "chains"> | undefined;
}

/** Sign-In with Ethereum, sessions and their tokens. */
export const createAuth = (
  { db }: Pick<Database, "db">,
  { teams, callers, allowance, box, publicUrl, codeHostLogin, operators = [], evm }: Deps,
): Auth => {
  const verify = createSignatureCheck(evm);
  const tokens = createAccessTokens(db, box);
  const named = new Set(operators.map((operator) => operator.toLowerCase()));
  const isOperator = async (reader: Db, personId: string): Promise<boolean> =>
    named.size > 0 &&
    (await walletsOf(reader, personId)).some(
      ({ address, contractChainId }) => contractChainId === null && named.has(address.toLowerCase()),
    );
  const identities = createLookupCache(membershipCacheMs, async (token: string): Promise<Identity | undefined> => {
    const claims = await tokens.read(token);
    if (!claims || !(await isSessionActive(db, claims.sessionId, claims.personId))) return undefined;
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
    start: tokens.load,
    messageFor: (reader, request) => {
      refuseForeignHost(request.origin, publicUrl);
      return requestSignature(reader, { ...request, address: checksumAddress(request.address) });
    },
    checkSignIn: async (reader, answer) => {
      refuseForeignHost(answer.origin, publicUrl);
      const address = checksumAddress(answer.address);
      const signed = await checkSignature(reader, verify, { ...answer, address });
      return { ...signed, address, walletType: answer.walletType };
    },
    signIn: async (trx, { nonce, ...wallet }) => {
      await useRequest(trx, nonce);
      const account = await userOfWallet(trx, wallet);
      if (account.created) await allowance.grantTrial(trx, await teams.create(trx, account));
      return { stoken: await issueSignInToken(trx, account.id), personId: account.id, isNew: account.created };
    },
    openSession: async (trx, stoken, device) => {
      const issued = await openSession(trx, stoken, device);
      return { data: await authData(trx, issued), personId: issued.personId };
    },
    refresh: (trx, refreshToken, device) => rotateSession(trx, refreshToken, device, (issued) => authData(trx, issued)),
    signOut: closeSession,
    linkMessage: (reader, personId, request) => {
      refuseForeignHost(request.origin, publicUrl);
      return requestLink(reader, personId, request);
    },
    checkLink: (reader, personId, answer) => {
      refuseForeignHost(answer.origin, publicUrl);
      return checkLink(reader, verify, personId, answer);
    },
    linkWallet,
    requestMerge: (reader, personId, request) => {
      refuseForeignHost(request.origin, publicUrl);
      return requestMerge(reader, personId, request);
    },
    checkMerge: (reader, personId, answer) => {
      refuseForeignHost(answer.origin, publicUrl);
      return checkMerge(reader, verify, personId, answer);
    },
    useMerge,
    recordMerge,
    user: async (reader, personId) => {
      const user = await userInfoOf(reader, personId);
      const login = await codeHostLogin?.(reader, personId);
      const github = login === undefined ? null : { name: login };
      return { ...user, github, operator: await isOperator(reader, personId) };
    },
    userWithEuid,
    userWithUid,
    operators: (reader) => usersWithWallets(reader, operators),
    wallets: walletsOf,
    giveWallets,
    removeUser,
    addUser: async (trx, username) => {
      const account = await addUser(trx, username);
      await allowance.grantTrial(trx, await teams.create(trx, account));
      return account.id;
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
    fresh: createFreshProof({ verify, publicUrl }),
    forgetTokens: callers.forget,
  };
};

/** Returns the token of an Authorization header, with or without "Bearer". */
export const tokenIn = (authorization: string | undefined): string => (authorization ?? "").replace(/^Bearer\s+/i, "");
