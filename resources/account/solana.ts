/** Linking a Solana address: by a signature, or by a transaction that names the operator's vote account. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

/** What a Solana address looks like: 32 bytes in base58. */
const solanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "Invalid Solana Address"));
const base58Signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/, "This is not a signature."));

/** Memo by which a transaction says whose account its payer belongs to. */
export const bindMemo = (euid: string): string => `bind:${euid}`;

export const solanaMessage = defineCall("POST $auth/user/solana/message", {
  summary: "The message to sign with a Solana address (ed25519): good once, for five minutes.",
  can: "person",
  log: false,
  perMinute: 60,
  body: z.object({ address: solanaAddress }),
  reply: z.object({ message: z.string() }),
});

export const linkSolana = defineCall("PUT $auth/user/solana", {
  summary: "Links the address that signed the message, or that paid for the named transaction.",
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
  summary: "Forgets the linked Solana address.",
  can: "person",
  log: "OAUTH_UNLINK_SOLANA",
  reply: z.null(),
});

export const solanaCalls = [solanaMessage, linkSolana, unlinkSolana];
