/** Calls about RPC keys other than their list entry, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { rpcKeys } from "./keys.ts";
import {
  rpcAllowEntriesMax,
  rpcAllowValueMax,
  rpcDailyCapMax,
  rpcPublicKeyMax,
  rpcPublicKeyNameMax,
  rpcPublicKeysPerKey,
} from "./limits.ts";

const { name, notes, type, active } = rpcKeys.fields;

export const listRpcKeys = defineCall("GET $rpc/rpc/manager/keys", {
  summary: "Lists the team's RPC keys, oldest first, with requests of the last 30 days.",
  can: ["list", "rpc-keys"],
  reply: z.array(rpcKeys.schema),
});

export const createRpcKey = defineCall("POST $rpc/rpc/manager/keys", {
  summary: "Creates the team's free key, or a pay-as-you-go key (VIP), which needs 10,000,000 LAND.",
  can: ["create", "rpc-keys"],
  log: "RPC_CREATE_KEY",
  body: z.object({ name: name.schema, notes: notes.schema, type: type.schema }),
  reply: z.object({ id: z.string(), userKey: z.string() }),
});

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
    keyType: type.schema,
    /** Until when the key before the last reset still works. */
    previousUntil: z.optional(z.int()),
  }),
});

const info = z.object({ name: name.schema, notes: notes.schema, active: active.schema });

export const rpcKeyInfo = defineCall("GET $rpc/rpc/manager/keys/{id}/info", {
  summary: "Returns a key's name and status.",
  can: ["show", "rpc-keys"],
  reply: info,
});

export const editRpcKey = defineCall("PUT $rpc/rpc/manager/keys/{id}/info", {
  summary: "Updates a key's name or status.",
  can: ["edit", "rpc-keys"],
  log: "RPC_EDIT_KEY",
  body: info,
  reply: info,
});

export const resetRpcKey = defineCall("POST $rpc/rpc/manager/keys/{id}/reset", {
  summary: "Replaces a key. The previous key works for another 24 hours, so that clients can be updated.",
  can: ["edit", "rpc-keys"],
  log: "RPC_RESET_KEY",
  reply: z.object({ userKey: z.string(), previousUntil: z.int() }),
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

export const addRpcPublicKey = defineCall("POST $rpc/rpc/manager/keys/{id}/security", {
  summary: `Adds a public key in PEM format, up to ${rpcPublicKeysPerKey}.`,
  can: ["edit", "rpc-keys"],
  log: "RPC_ADD_PUBLIC_KEY",
  body: z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Enter a name."),
        z.maxLength(rpcPublicKeyNameMax, `Name: up to ${rpcPublicKeyNameMax} characters.`),
      ),
    pk: z.string().check(z.trim(), z.maxLength(rpcPublicKeyMax, "Public key: too long.")),
  }),
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

const rules = z.object({
  /** A request must match an entry of each type that has any. */
  allow: z
    .array(
      z.object({
        type: z.enum(rpcAllowTypes, "Choose a type."),
        value: z
          .string()
          .check(z.trim(), z.minLength(1, "Enter a value."), z.maxLength(rpcAllowValueMax, "Entry: too long.")),
      }),
    )
    .check(z.maxLength(rpcAllowEntriesMax, `Up to ${rpcAllowEntriesMax} entries.`)),
  /** Compute units per day (UTC); null for no cap besides the account's limits. */
  dailyCap: z.nullable(
    z.int().check(z.gte(1, "Daily cap: enter 1 or more."), z.lte(rpcDailyCapMax, "Daily cap: enter a smaller number.")),
  ),
  /** Above the cap, requests are refused until the next day, or slowed down. */
  atCap: z.enum(rpcAtCap, "At the cap: choose stop or slow."),
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
  listRpcKeys,
  createRpcKey,
  showRpcKey,
  rpcKeyInfo,
  editRpcKey,
  resetRpcKey,
  rpcKeySecurity,
  setRpcKeySecurity,
  addRpcPublicKey,
  removeRpcPublicKey,
  rpcKeyRules,
  setRpcKeyRules,
];
