/** Linking a Solana address: by a signature, or by a transaction that names the operator's vote account. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** Pattern of a Solana address: 32 bytes in base58. */
const solanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "Invalid Solana Address"));
const base58Signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/, "Invalid signature."));

/** Memo with which a transaction names the account to link its payer to. */
export const bindMemo = (euid: string): string => `bind:${euid}`;

export const solanaMessage = defineCall("POST $auth/user/solana/message", {
  summary: "Returns the message to sign with a Solana address (ed25519): single use, valid for five minutes.",
  can: "person",
  log: false,
  perMinute: 60,
  body: z.object({ address: solanaAddress }),
  reply: z.object({ message: z.string() }),
});

export const linkSolana = defineCall("PUT $auth/user/solana", {
  summary: "Links the address that signed the message or paid for the given transaction.",
  can: "person",
  log: "OAUTH_LINK_SOLANA",
  perMinute: 60,
  body: z.union([
    z.object({ address: solanaAddress, signature: base58Signature }),
    z.object({ transaction: base58Signature }),
  ]),
  reply: z.object({ address: z.string() }),
});

export const unlinkSolana = defineCall("DELETE $auth/user/solana", {
  summary: "Unlinks the Solana address.",
  can: "person",
  log: "OAUTH_UNLINK_SOLANA",
  reply: z.null(),
});

export const solanaCalls = [solanaMessage, linkSolana, unlinkSolana];
