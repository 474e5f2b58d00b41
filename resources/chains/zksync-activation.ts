/** Activation by a transfer on zkSync Lite: the server finds the transfer and registers the wallet on Polygon. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

export const zkSyncOffer = defineCall("GET $auth/self-handled-register-zksync", {
  summary: "Returns the sender, amount and recipient of the activating transfer on zkSync Lite.",
  can: "person",
  reply: z.object({
    /** Sender: the caller's wallet. */
    wallet: z.string(),
    /** Recipient; "" when registration by zkSync Lite is unavailable. */
    collector: z.string(),
    /** Minimum amount, in wei. */
    amount: z.string(),
    /** The ledger's JSON-RPC path, root-relative; "" when transfers are no longer possible. */
    rpcUrl: z.string(),
  }),
});

export const findZkSyncTransfer = defineCall("POST $auth/self-handled-register-zksync", {
  summary: "Looks for the transfer among the wallet's latest 100. If found, registers the wallet on Polygon.",
  can: "person",
  log: false,
  perMinute: 30,
  reply: z.object({ found: z.boolean() }),
});

export const zkSyncActivationCalls = [zkSyncOffer, findZkSyncTransfer];
