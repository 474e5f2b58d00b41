/** Wallet sign-in (EIP-4361), token refresh and the current user. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { signInsPerMinute } from "../limits.ts";
import { messages } from "../declare/messages.ts";
import { ethereumAddressPattern, prefixedAddress } from "../declare/patterns.ts";

/** Of a key (65 bytes, or 64 as in EIP-2098), or what a contract wallet accepts: anything, also nothing (ERC-1271). */
export const walletSignature = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/));

/** An Ethereum address. Accepted without 0x, normalized to include it. */
export const address = z
  .string()
  .check(z.trim(), z.regex(ethereumAddressPattern, messages.walletAddressInvalid), z.overwrite(prefixedAddress));

export const authData = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970. */
  accessTokenExpireAt: z.int(),
});
export type AuthData = z.output<typeof authData>;

export const userInfo = z.object({
  uid: z.string(),
  /** bytes32 account key used on chain. */
  euid: z.string(),
  username: z.string(),
  avatar: z.string(),
  github: z.nullable(z.object({ name: z.string() })),
  /** The account's main wallet; null for a messaging app account without a linked wallet. */
  wallet: z.nullable(z.object({ address: z.string(), walletType: z.string() })),
  solana: z.nullable(z.object({ address: z.string() })),
  /** The confirmed address; null if none. */
  email: z._default(z.nullable(z.string()), null),
  /** Whether the user is an operator. */
  operator: z._default(z.boolean(), false),
});
export type UserInfo = z.output<typeof userInfo>;

export const signInMessage = defineCall("GET $auth/web3code/{address}", {
  summary: "Returns an EIP-4361 message to sign once, within five minutes.",
  can: "anyone",
  perMinute: signInsPerMinute,
  query: z.object({
    chainId: z._default(z.coerce.number().check(z.int(), z.positive()), 1),
    walletType: z.optional(z.string()),
  }),
  reply: z.object({ message: z.string(), nonce: z.string() }),
});

export const signIn = defineCall("POST $auth/web3login/{address}", {
  log: false,
  summary: "Exchanges the signed message for a one-time token.",
  can: "anyone",
  perMinute: signInsPerMinute,
  body: z.object({
    signature: walletSignature,
    appName: z.string(),
    /** Nonce of the signed message. Without it, the address's latest messages are tried. */
    nonce: z.optional(z.string().check(z.maxLength(128))),
    walletType: z.optional(z.string().check(z.maxLength(40))),
    inviteCode: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.object({ stoken: z.string() }),
});

export const session = defineCall("POST $auth/st/{stoken}", {
  log: "OAUTH_SIGN_IN",
  summary: "Exchanges the one-time token for a session.",
  can: "anyone",
  perMinute: signInsPerMinute,
  reply: authData,
});

export const refresh = defineCall("POST $auth/refresh", {
  log: false,
  summary: "Rotates the refresh token. Reuse after ten seconds ends the session.",
  can: "anyone",
  perMinute: signInsPerMinute,
  body: z.object({ refreshToken: z.string() }),
  reply: authData,
});

export const signOut = defineCall("POST $auth/sign-out", {
  log: "OAUTH_SIGN_OUT",
  summary: "Ends the refresh token's session.",
  can: "anyone",
  perMinute: signInsPerMinute,
  body: z.object({ refreshToken: z.string() }),
  reply: z.null(),
});

export const currentUser = defineCall("GET $auth/user", {
  summary: "Returns the signed-in user.",
  can: "person",
  reply: userInfo,
});

export const sessionCalls = [signInMessage, signIn, session, refresh, signOut, currentUser];
