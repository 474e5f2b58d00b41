/** Activating an account by a transfer on zkSync Lite: the cloud finds it there, and registers the wallet on Polygon. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const zkSyncOffer = defineCall("GET $auth/self-handled-register-zksync", {
  summary: "Who has to transfer how much to whom on zkSync Lite to be activated.",
  can: "person",
  reply: z.object({
    /** Whose transfer counts: the caller's wallet. */
    wallet: z.string(),
    /** To whom; "" where the cloud registers nobody on Polygon for it. */
    collector: z.string(),
    /** At least so much, in wei. */
    amount: z.string(),
    /** The ledger's JSON-RPC, root-relative; "" where no transfer can be made any more. */
    rpcUrl: z.string(),
  }),
});

export const findZkSyncTransfer = defineCall("POST $auth/self-handled-register-zksync", {
  summary:
    "Looks for the transfer among the wallet's 100 newest ones; where there is one, the cloud registers the wallet on Polygon.",
  can: "person",
  log: false,
  perMinute: 30,
  reply: z.object({ found: z.boolean() }),
});

export const zkSyncActivationCalls = [zkSyncOffer, findZkSyncTransfer];
