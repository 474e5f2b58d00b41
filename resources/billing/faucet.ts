/** Test coins on the cloud's own chains. */
import * as z from "zod/mini";
import { address } from "../account/session.ts";
import { defineCall } from "../define.ts";

export const askFaucet = defineCall("POST $resource/faucet", {
  log: false,
  summary:
    "Gives test coins, the chain's own and the stablecoin (and Boost's token on its chain), to an address on a chain of the cloud's own; 404 where chains are public.",
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
