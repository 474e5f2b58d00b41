/** The wallets linked to an account. Each one signs in to the same account. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { signInsPerMinute } from "../limits.ts";
import { address, walletSignature } from "./session.ts";

export const wallets = defineCall("GET $auth/user/wallets", {
  summary: "Lists the user's wallets, the main wallet first.",
  can: "person",
  reply: z.object({
    items: z.array(z.object({ address: z.string(), walletType: z.string(), linkedAt: z.int(), primary: z.boolean() })),
  }),
});

export const walletMessage = defineCall("GET $auth/user/wallets/{address}/message", {
  summary: "Returns the EIP-4361 message that another wallet signs to be linked: single use, valid for five minutes.",
  can: "person",
  perMinute: signInsPerMinute,
  query: z.object({ chainId: z._default(z.coerce.number().check(z.int(), z.positive()), 1) }),
  reply: z.object({ message: z.string(), nonce: z.string() }),
});

export const linkWallet = defineCall("POST $auth/user/wallets", {
  summary: "Links the wallet that signed the message.",
  can: "person",
  log: "OAUTH_LINK_WALLET",
  fresh: "Let the wallet {address} sign in to my Freehold account.",
  perMinute: signInsPerMinute,
  body: z.object({
    address,
    nonce: z.string().check(z.maxLength(128)),
    signature: walletSignature,
    walletType: z._default(z.string().check(z.maxLength(40)), ""),
  }),
  reply: z.null(),
});

export const unlinkWallet = defineCall("DELETE $auth/user/wallets/{address}", {
  summary: "Unlinks a wallet. The last wallet can't be unlinked.",
  can: "person",
  log: "OAUTH_UNLINK_WALLET",
  reply: z.null(),
});

export const walletCalls = [wallets, walletMessage, linkWallet, unlinkWallet];
