/** What is read of an RPC key besides the resource's own calls, loaded only by its pages. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { rpcKeyInfoReply, rpcRules } from "./keys.ts";

export const rpcKeyInfo = defineCall("GET $rpc/rpc/manager/keys/{id}/info", {
  summary: "Returns a key's name and status.",
  can: ["show", "rpc-keys"],
  reply: rpcKeyInfoReply,
});

export const rpcKeySecurity = defineCall("GET $rpc/rpc/manager/keys/{id}/security", {
  summary: "Returns whether requests require a JSON Web Token, and the public keys that verify it.",
  can: ["show", "rpc-keys"],
  reply: z.object({
    enabled: z.boolean(),
    list: z.array(z.object({ id: z.string(), name: z.string(), pk: z.string() })),
  }),
});

export type RpcKeyRules = z.output<typeof rpcRules>;

export const rpcKeyRules = defineCall("GET $rpc/rpc/manager/keys/{id}/rules", {
  summary: "Returns a key's allowlists and daily cap.",
  can: ["show", "rpc-keys"],
  reply: z.extend(rpcRules, { usedToday: z.int() }),
});

export const rpcKeyCalls = [rpcKeyInfo, rpcKeySecurity, rpcKeyRules];
