/** The end of an account: what goes with it, and the call that ends it. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

const number = z.int().check(z.nonnegative());

const accountContents = z.object({
  projects: number,
  deployments: number,
  domains: number,
  /** With all files and snapshots. */
  buckets: number,
  pins: number,
  /** Of IPNS. */
  names: number,
  /** Dedicated ones. */
  gateways: number,
  /** Which have not ended. */
  rollups: number,
  /** Of the cloud's own Git host. */
  repositories: number,
  tokens: number,
  /** Others who work in the own team. */
  members: number,
  /** Teams of others in which the person works. */
  memberships: number,
  wallets: number,
});
export type AccountContents = z.output<typeof accountContents>;

export const whatGoes = defineCall("GET $auth/user/contents", {
  summary: "What is deleted with the account, in numbers.",
  can: "person",
  reply: accountContents,
});

export const deleteAccount = defineCall("DELETE $auth/user", {
  summary:
    "Deletes the account for good: its team with all projects and names, its tokens, wallets and memberships. Every session ends.",
  can: "person",
  log: "OAUTH_DELETE_ACCOUNT",
  perMinute: 30,
  body: z.object({
    /** The account's name or one of its addresses, typed. */
    confirm: z.string("Please type the name.").check(z.trim(), z.maxLength(100)),
  }),
  reply: z.null(),
});

export const deletionCalls = [whatGoes, deleteAccount];
