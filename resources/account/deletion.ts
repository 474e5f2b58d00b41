/** Account deletion: the preview of what is deleted, and the call. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

const number = z.int().check(z.nonnegative());

const accountContents = z.object({
  projects: number,
  deployments: number,
  domains: number,
  /** Including all files and snapshots. */
  buckets: number,
  pins: number,
  /** IPNS names. */
  names: number,
  /** Dedicated gateways. */
  gateways: number,
  /** Active rollups. */
  rollups: number,
  /** Repositories on Freehold's own Git host. */
  repositories: number,
  /** RPC and AI keys. */
  keys: number,
  tokens: number,
  /** Members of the user's own team. */
  members: number,
  /** Other teams in which the user is a member. */
  memberships: number,
  wallets: number,
});
export type AccountContents = z.output<typeof accountContents>;

export const whatGoes = defineCall("GET $auth/user/contents", {
  summary: "Returns the number of items of each kind that are deleted with the account.",
  can: "person",
  reply: accountContents,
});

export const deleteAccount = defineCall("DELETE $auth/user", {
  summary:
    "Permanently deletes the account: its team with all projects and names, its tokens, wallets and memberships. All sessions end.",
  can: "person",
  log: "OAUTH_DELETE_ACCOUNT",
  fresh: "Delete my Freehold account with everything in it. This cannot be undone.",
  perMinute: 30,
  body: z.object({
    /** The account name or one of its addresses, as confirmation. */
    confirm: z.string("Enter the account name.").check(z.trim(), z.maxLength(100)),
  }),
  reply: z.null(),
});

export const deletionCalls = [whatGoes, deleteAccount];
