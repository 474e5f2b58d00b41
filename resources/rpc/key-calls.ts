/** Calls about RPC keys other than their list entry, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { choice, data, form, text, textarea, type Field } from "../fields.ts";
import { rpcKeyInfoReply, rpcKeys } from "./keys.ts";
import {
  rpcAllowEntriesMax,
  rpcAllowValueMax,
  rpcDailyCapMax,
  rpcPublicKeyMax,
  rpcPublicKeyNameMax,
  rpcPublicKeysPerKey,
} from "./limits.ts";

export const showRpcKey = defineCall("GET $rpc/rpc/manager/keys/{id}", {
  summary:
    "Returns a key with this month's usage in compute units. The key itself is included for members who can edit it.",
  can: ["show", "rpc-keys"],
  secret: true,
  reply: z.object({
    userKey: z.optional(z.string()),
    createdAt: z.int(),
    updatedAt: z.int(),
    /** Compute units in total. */
    usage: z.int(),
    keyType: rpcKeys.fields.type.schema,
    /** Until when the key before the last reset still works. */
    previousUntil: z.optional(z.int()),
  }),
});

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

export const setRpcKeySecurity = defineCall("PUT $rpc/rpc/manager/keys/{id}/security", {
  summary: "Sets whether requests require a JSON Web Token.",
  can: ["edit", "rpc-keys"],
  log: "RPC_EDIT_SECURITY",
  body: z.object({ enabled: z.boolean() }),
  reply: z.object({ enabled: z.boolean() }),
});

export const rpcPublicKeyFields = {
  name: text("Name", { min: 1, max: rpcPublicKeyNameMax, hint: "The signer, such as shop server." }),
  pk: textarea("Public key", {
    max: rpcPublicKeyMax,
    hint: "PEM format: RSA with 2,048 bits or more, P-256 or Ed25519. Never paste a private key.",
    placeholder: "-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----",
  }),
};

export const addRpcPublicKey = defineCall("POST $rpc/rpc/manager/keys/{id}/security", {
  summary: `Adds a public key in PEM format, up to ${rpcPublicKeysPerKey}.`,
  can: ["edit", "rpc-keys"],
  log: "RPC_ADD_PUBLIC_KEY",
  body: form(rpcPublicKeyFields),
  reply: z.object({ id: z.string() }),
});

export const removeRpcPublicKey = defineCall("DELETE $rpc/rpc/manager/keys/{id}/security/{sid}", {
  summary: "Removes a public key. Tokens signed with it are refused immediately.",
  can: ["edit", "rpc-keys"],
  log: "RPC_REMOVE_PUBLIC_KEY",
  reply: z.null(),
});

export const rpcAllowTypes = ["origin", "agent", "method", "contract", "ip"] as const;
export type RpcAllowType = (typeof rpcAllowTypes)[number];
export const rpcAtCap = ["STOP", "SLOW"] as const;

const dailyCap = {
  label: "Compute units per day",
  as: "count",
  hint: "Leave blank for no cap.",
  placeholder: "No cap",
  schema: z.nullable(
    z.int().check(z.gte(1, "Daily cap: enter 1 or more."), z.lte(rpcDailyCapMax, "Daily cap: enter a smaller number.")),
  ),
} as const satisfies Field;

const rules = form({
  /** A request must match an entry of each type that has any. */
  allow: data(
    "Allowlist",
    z
      .array(
        z.object({
          type: z.enum(rpcAllowTypes, "Choose a type."),
          value: z
            .string()
            .check(z.trim(), z.minLength(1, "Enter a value."), z.maxLength(rpcAllowValueMax, "Entry: too long.")),
        }),
      )
      .check(z.maxLength(rpcAllowEntriesMax, `Up to ${rpcAllowEntriesMax} entries.`)),
  ),
  /** Compute units per day (UTC); null for no cap besides the account's limits. */
  dailyCap,
  /** Above the cap, requests are refused until the next day, or slowed down. */
  atCap: choice("When the cap is reached", rpcAtCap),
});
export type RpcKeyRules = z.output<typeof rules>;

export const rpcKeyRules = defineCall("GET $rpc/rpc/manager/keys/{id}/rules", {
  summary: "Returns a key's allowlists and daily cap.",
  can: ["show", "rpc-keys"],
  reply: z.extend(rules, { usedToday: z.int() }),
});

export const setRpcKeyRules = defineCall("PUT $rpc/rpc/manager/keys/{id}/rules", {
  summary: "Sets a key's allowlists and daily cap.",
  can: ["edit", "rpc-keys"],
  log: "RPC_EDIT_SECURITY",
  body: rules,
  reply: rules,
});

export const rpcKeyCalls = [
  showRpcKey,
  rpcKeyInfo,
  rpcKeySecurity,
  setRpcKeySecurity,
  addRpcPublicKey,
  removeRpcPublicKey,
  rpcKeyRules,
  setRpcKeyRules,
];
