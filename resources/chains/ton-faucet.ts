/** Faucet of the local TON devnet. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

export const askTonFaucet = defineCall("POST $resource/faucet/ton", {
  log: false,
  summary: "Sends test coins to an address on the local TON devnet; 404 with a public network.",
  can: "anyone",
  perMinute: 20,
  body: z.object({ address: z.string().check(z.maxLength(100)) }),
  reply: z.null(),
});
