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
import { createFreshProof } from "./fresh-proof.ts";
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

export type Auth = ReturnType<typeof createAuth>;

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
) => {
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
    /** Loads the keys needed for the first sign-in. */
    start: tokens.load,
    messageFor: (
      reader: Db,
      request: { address: string; origin: string; chainId: number },
    ): Promise<{ message: string; nonce: string }> => {
      refuseForeignHost(request.origin, publicUrl);
      return requestSignature(reader, { ...request, address: checksumAddress(request.address) });
    },
    /** Checks the signature, before the transaction of `signIn`. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
    checkSignIn: async (reader: Db, answer: SignInAnswer): Promise<ProvenSignIn> => {
      refuseForeignHost(answer.origin, publicUrl);
      const address = checksumAddress(answer.address);
      const signed = await checkSignature(reader, verify, { ...answer, address });
      return { ...signed, address, walletType: answer.walletType };
    },
    /** Creates the user with a team and trial on the first sign-in (`isNew`). Returns the one-time token. */
    signIn: async (
      trx: Trx,
      { nonce, ...wallet }: ProvenSignIn,
    ): Promise<{ stoken: string; personId: string; isNew: boolean }> => {
      await useRequest(trx, nonce);
      const account = await userOfWallet(trx, wallet);
      if (account.created) await allowance.grantTrial(trx, await teams.create(trx, account));
      return { stoken: await issueSignInToken(trx, account.id), personId: account.id, isNew: account.created };
    },
    openSession: async (trx: Trx, stoken: string, device: Device): Promise<{ data: AuthData; personId: string }> => {
      const issued = await openSession(trx, stoken, device);
      return { data: await authData(trx, issued), personId: issued.personId };
    },
    refresh: (trx: Trx, refreshToken: string, device: Device): Promise<AuthData> =>
      rotateSession(trx, refreshToken, device, (issued) => authData(trx, issued)),
    /** Returns the session's user; undefined without a session. */
    signOut: closeSession,
    /** Returns the message that another wallet signs to be linked. Throws WALLET_TAKEN, WALLET_LINKED, LIMIT_REACHED. */
    linkMessage: (
      reader: Db,
      personId: string,
      request: { address: string; origin: string; chainId: number },
    ): Promise<{ message: string; nonce: string }> => {
      refuseForeignHost(request.origin, publicUrl);
      return requestLink(reader, personId, request);
    },
    /** Checks the signature, before the transaction of `linkWallet`. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
    checkLink: (reader: Db, personId: string, answer: LinkAnswer): Promise<ProvenWallet> => {
      refuseForeignHost(answer.origin, publicUrl);
      return checkLink(reader, verify, personId, answer);
    },
    /** Returns the checksummed address. */
    linkWallet,
    /** Returns the message that a wallet signs to merge an account into its own. */
    requestMerge: (
      reader: Db,
      personId: string,
      request: MergeRequest,
    ): Promise<{ message: string; nonce: string }> => {
      refuseForeignHost(request.origin, publicUrl);
      return requestMerge(reader, personId, request);
    },
    /** Checks the signature, before the transaction of `useMerge`. Throws SIGN_IN_EXPIRED, SIGNATURE_INVALID. */
    checkMerge: (reader: Db, personId: string, answer: MergeAnswer): Promise<ProvenMerge> => {
      refuseForeignHost(answer.origin, publicUrl);
      return checkMerge(reader, verify, personId, answer);
    },
    /**
     * Uses up the signature. The wallet keeps its owner until the transaction ends. Throws SIGN_IN_EXPIRED,
     * SIGNATURE_INVALID.
     */
    useMerge,
    /** Redirects the on-chain account and invite code of a merged user to the remaining one. */
    recordMerge,
    user: async (reader: Db, personId: string): Promise<UserInfo> => {
      const user = await userInfoOf(reader, personId);
      const login = await codeHostLogin?.(reader, personId);
      const github = login === undefined ? null : { name: login };
      return { ...user, github, operator: await isOperator(reader, personId) };
    },
    /** Returns the user of an on-chain account (bytes32); undefined if unknown. */
    userWithEuid,
    userWithUid,
    /** Ids of the operators who have signed in. */
    operators: (reader: Db): Promise<string[]> => usersWithWallets(reader, operators),
    /** Returns the user's wallets, the main wallet first. */
    wallets: walletsOf,
    /** Moves all wallets of a user to another user. */
    giveWallets,
    /** Deletes a user without an own team; open sessions are told the reason. */
    removeUser,
    /** Creates a user without a wallet, with team and trial. Returns the id. */
    addUser: async (trx: Trx, username: string): Promise<string> => {
      const account = await addUser(trx, username);
      await allowance.grantTrial(trx, await teams.create(trx, account));
      return account.id;
    },
    /** The one-time token between authentication and session. */
    signInToken: issueSignInToken,
    /** Returns an avatar by id. */
    avatar: (id: string): Promise<AvatarImage | undefined> => readAvatar(db, id),
    /**
     * Returns undefined unless the token is valid, its session is active, and the membership still has the token's
     * version.
     */
    identify: identities.get,
    /** Returns why the session of an Authorization header's token ended, if there is a specific reason. */
    reasonOfEnd: async (authorization: string): Promise<EndReason | undefined> => {
      const claims = await tokens.read(tokenIn(authorization));
      return claims && reasonOfEnd(db, claims.sessionId);
    },
    teamToken: async ({
      authorization,
      teamId,
      tokenVersion,
    }: {
      authorization: string | undefined;
      teamId: string;
      tokenVersion: number;
    }): Promise<string> => {
      const identity = await identities.get(tokenIn(authorization));
      if (!identity) throw new AppError("UNAUTHORIZED");
      const { userId, sessionId } = identity;
      return (await tokens.issue({ personId: userId, sessionId, teamId, tokenVersion })).token;
    },
    /** For calls declared with `fresh`. */
    fresh: createFreshProof({ verify, publicUrl }),
    /** Drops cached tokens in every process, after a session or membership changed. */
    forgetTokens: callers.forget,
  };
};

/** Returns the token of an Authorization header, with or without "Bearer". */
export const tokenIn = (authorization: string | undefined): string => (authorization ?? "").replace(/^Bearer\s+/i, "");
