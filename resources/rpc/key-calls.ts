/** What is read of an RPC key besides the resource's own calls, loaded only by its pages. */
import { defineRows } from "../declare/rows.ts";
import { id } from "../declare/fields.ts";
import { shown } from "../declare/special-fields.ts";
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { rpcKeyInfoReply, rpcRules } from "./keys.ts";

export const rpcKeyInfo = defineCall("GET $rpc/rpc/manager/keys/{id}/info", {
  summary: "Returns a key's name and status.",
  can: ["show", "rpc-keys"],
  reply: rpcKeyInfoReply,
});

/** Public keys that can sign tokens. */
export const rpcPublicKeys = defineRows({
  label: "Public keys",
  fields: { id: id(), name: shown("Name"), pk: shown("Public key") },
  key: "id",
  columns: { name: { width: "34%" }, pk: {} },
  sort: ["name"],
  empty: {
    icon: "key",
    title: "No public keys yet",
    text: "Add an RSA (2,048 bits or more), P-256 or Ed25519 key in PEM format.",
  },
});

export const rpcKeySecurity = defineCall("GET $rpc/rpc/manager/keys/{id}/security", {
  summary: "Returns whether requests require a JSON Web Token, and the public keys that verify it.",
  can: ["show", "rpc-keys"],
  reply: z.object({
    enabled: z.boolean(),
    list: z.array(rpcPublicKeys.schema),
  }),
});

export type RpcKeyRules = z.output<typeof rpcRules>;

export const rpcKeyRules = defineCall("GET $rpc/rpc/manager/keys/{id}/rules", {
  summary: "Returns a key's allowlists and daily cap.",
  can: ["show", "rpc-keys"],
  reply: z.extend(rpcRules, { usedToday: z.int() }),
});

export const rpcKeyCalls = [rpcKeyInfo, rpcKeySecurity, rpcKeyRules];
