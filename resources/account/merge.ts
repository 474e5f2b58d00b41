/** Merging the mini app's account into a wallet's account: preview, message to sign, and merge. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { signInsPerMinute } from "../limits.ts";
import { address, authData, walletSignature } from "./session.ts";

/** The statement that the wallet signs. */
export const mergeStatement =
  "Merge the Freehold account {account} into the account of this wallet. This cannot be undone. It does not cost anything and sends no transaction.";

const amount = z.string().check(z.regex(/^\d+$/));

export const mergePreview = defineCall("GET $auth/user/merge", {
  summary: "Previews a merge: what moves to the wallet's account, and what blocks it.",
  can: "person",
  reply: z.object({
    /** Whether this account comes from the messaging app and has no wallet. */
    possible: z.boolean(),
    /** Projects, buckets and other content that must be deleted first. */
    content: z.int(),
    /** LAND×1e18. */
    land: amount,
    /** Rewards points. */
    points: amount,
    /** Boost balances: micro-points, and millionths of a dollar. */
    boostPoints: amount,
    usdt: amount,
  }),
});
export type MergePreview = z.output<typeof mergePreview.reply>;

export const mergeMessage = defineCall("GET $auth/user/merge/{address}/message", {
  summary:
    "Returns the EIP-4361 message that a wallet signs to merge this account into its own: single use, valid for five minutes.",
  can: "person",
  perMinute: signInsPerMinute,
  query: z.object({ chainId: z._default(z.coerce.number().check(z.int(), z.positive()), 1) }),
  reply: z.object({ message: z.string(), nonce: z.string() }),
});

export const mergeAccount = defineCall("POST $auth/user/merge", {
  summary:
    "Merges the mini app's account into the account of the signing wallet and opens a session there. Rewards received by both count once.",
  can: "person",
  log: "OAUTH_LINK_WALLET",
  perMinute: signInsPerMinute,
  secret: true,
  body: z.object({
    address,
    nonce: z.string().check(z.maxLength(128)),
    signature: walletSignature,
  }),
  reply: authData,
});

export const mergeCalls = [mergePreview, mergeMessage, mergeAccount];
