/** Test coins on the cloud's own TON chain. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const askTonFaucet = defineCall("POST $resource/faucet/ton", {
  log: false,
  summary: "Gives test coins to an address on the cloud's own TON chain; 404 where that chain is elsewhere.",
  can: "anyone",
  perMinute: 20,
  body: z.object({ address: z.string().check(z.maxLength(100)) }),
  reply: z.null(),
});
