/** Faucet for the local devnets. */
import * as z from "zod/mini";
import { address } from "../account/session.ts";
import { defineCall } from "../declare/define.ts";

export const askFaucet = defineCall("POST $resource/faucet", {
  log: false,
  summary:
    "Sends test coins, native and stablecoin, to an address on a local devnet. Signed-in accounts also get Boost tokens, once a day. 404 with public chains.",
  can: "anyone",
  perMinute: 20,
  body: z.object({
    /** The chain's key, such as polygon; or zksync-lite. */
    chain: z.string().check(z.maxLength(40)),
    address,
  }),
  reply: z.null(),
});

export const faucetCalls = [askFaucet];
