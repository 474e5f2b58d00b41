/** RPC keys: each is a JSON-RPC URL for every supported chain. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import { choice, count, data, form, id, optional, text, textarea, toggle, type Field } from "../declare/fields.ts";
import { rpcErrors } from "./errors.ts";
import {
  rpcAllowEntriesMax,
  rpcAllowValueMax,
  rpcDailyCapMax,
  rpcKeyNameMax,
  rpcKeyNotesMax,
  rpcOverlapSeconds,
  rpcPublicKeyMax,
  rpcPublicKeyNameMax,
  rpcPublicKeysPerKey,
  rpcVipKeysPerTeam,
} from "./limits.ts";

export const rpcKeyTypes = ["FREE", "VIP"] as const;
export type RpcKeyType = (typeof rpcKeyTypes)[number];
/** Maximum number of a team's keys by type. */
export const rpcKeysPerType = { FREE: 1, VIP: rpcVipKeysPerTeam } as const;

const name = text("Name", { min: 1, max: rpcKeyNameMax, hint: "Where you will use it, for example shop." });
const notes = optional(text("Notes", { max: rpcKeyNotesMax, hint: "Only your team sees it." }));
const active = toggle("Active", "While inactive, all requests are refused.");
export const rpcKeyInfoReply = z.object({ name: name.schema, notes: notes.schema, active: active.schema });

/** Returns why a text is no public key in PEM format; undefined if it may be one. Also used before it is sent. */
export const publicKeyProblem = (pem: string): string | undefined => {
  if (pem.includes("PRIVATE KEY")) return "This is a private key. Paste the matching public key instead.";
  return /^-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem) ? undefined : rpcErrors.RPC_PUBLIC_KEY_INVALID.message;
};

export const rpcPublicKeyFields = {
  name: text("Name", { min: 1, max: rpcPublicKeyNameMax, hint: "The signer, such as shop server." }),
  pk: textarea("Public key", {
    min: 1,
    max: rpcPublicKeyMax,
    hint: "PEM format: RSA with 2,048 bits or more, P-256 or Ed25519. Never paste a private key.",
    placeholder: "-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----",
  }),
};

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

const rules = {
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
};
export const rpcRules = form(rules);
const type = choice("Type", rpcKeyTypes, { FREE: "Free", VIP: "Pay as you go" });

const setting = { menu: false, can: "edit", done: "Saved" } as const;

export const rpcKeys = defineResource({
  name: "rpc-keys",
  title: "RPC keys",
  needs: "activation",
  intro: "JSON-RPC endpoints for every chain on this server.",
  group: "RPC",
  access: "RPC",
  menu: { section: "RPC", icon: "exchange", label: "RPC" },
  routes: { list: "/rpc", show: "/rpc/detail/{name}/{id}", edit: "/rpc/settings/{name}/{id}" },
  findBy: "name",
  titles: { show: "{name}", edit: "{name} settings" },
  base: "$rpc/rpc/manager/keys",
  calls: { edit: "PUT $rpc/rpc/manager/keys/{id}/info" },
  options: {
    edit: { reads: "GET $rpc/rpc/manager/keys/{id}/info" },
    show: {
      secret: true,
      summary:
        "Returns a key with this month's usage in compute units. The key itself is included for members who can edit it.",
    },
  },
  replies: {
    create: z.object({ id: z.string(), userKey: z.string() }),
    show: z.object({
      userKey: z.optional(z.string()),
      createdAt: z.int(),
      updatedAt: z.int(),
      /** Compute units in total. */
      usage: z.int(),
      keyType: type.schema,
      /** Until when the key before the last reset still works. */
      previousUntil: z.optional(z.int()),
    }),
    edit: rpcKeyInfoReply,
  },
  log: { create: "RPC_CREATE_KEY", edit: "RPC_EDIT_KEY", delete: "RPC_DELETE_KEY" },
  fields: {
    id: id(),
    name,
    notes,
    type,
    active,
    requests: count("Requests"),
  },
  list: {
    columns: {
      name: { below: "notes" },
      type: { width: "150px" },
      active: { title: "Status", width: "110px" },
      requests: { title: "Requests, 30 days", width: "170px" },
    },
    sort: ["name", "requests"],
    link: "name",
    items: "",
    whole: true,
    limit: rpcKeysPerType.FREE + rpcKeysPerType.VIP,
    bulk: ["delete"],
    empty: {
      title: "No keys yet",
      text: "Create a key to call any chain from your client.",
      command: `curl {origin}/v1/ethereum/mainnet/YOUR_KEY --json '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'`,
    },
  },
  create: {
    fields: ["name", "notes", "type"],
    cost: { resource: "COMPUTE_UNIT", service: "RPC", when: [{ field: "type", in: ["VIP"] }] },
    lenient: true,
  },
  edit: { fields: ["name", "notes", "active"], lenient: true },
  actions: {
    reset: {
      label: "Reset key",
      icon: "refresh",
      call: "POST $rpc/rpc/manager/keys/{id}/reset",
      can: "edit",
      intro: `Replaces the key, for example after a leak. The current key works for another ${rpcOverlapSeconds / 3600} hours.`,
      question: "Reset key {name}?",
      confirm: `All URLs get a new key. The current key works for another ${rpcOverlapSeconds / 3600} hours; keys from earlier resets stop immediately.`,
      done: "Key reset",
      danger: true,
      log: "RPC_RESET_KEY",
      reply: z.object({ userKey: z.string(), previousUntil: z.int() }),
    },
    setSecurity: {
      ...setting,
      label: "Require a token",
      summary: "Sets whether requests require a JSON Web Token.",
      call: "PUT $rpc/rpc/manager/keys/{id}/security",
      log: "RPC_EDIT_SECURITY",
      body: z.object({ enabled: z.boolean() }),
      reply: z.object({ enabled: z.boolean() }),
    },
    addPublicKey: {
      ...setting,
      label: "Add public key",
      summary: `Adds a public key in PEM format, up to ${rpcPublicKeysPerKey}.`,
      call: "POST $rpc/rpc/manager/keys/{id}/security",
      log: "RPC_ADD_PUBLIC_KEY",
      body: form(rpcPublicKeyFields),
      reply: z.object({ id: z.string() }),
    },
    removePublicKey: {
      ...setting,
      label: "Remove public key",
      summary: "Removes a public key. Tokens signed with it are refused immediately.",
      call: "DELETE $rpc/rpc/manager/keys/{id}/security/{sid}",
      log: "RPC_REMOVE_PUBLIC_KEY",
    },
    setRules: {
      ...setting,
      label: "Rules",
      summary: "Sets a key's allowlists and daily cap.",
      call: "PUT $rpc/rpc/manager/keys/{id}/rules",
      reads: "GET $rpc/rpc/manager/keys/{id}/rules",
      partial: true,
      log: "RPC_EDIT_SECURITY",
      body: form({ allow: optional(rules.allow), dailyCap: optional(rules.dailyCap), atCap: optional(rules.atCap) }),
      reply: rpcRules,
    },
  },
  remove: {
    several: "Applications that use these keys stop working immediately.",
    confirm: "Applications that use this key stop working immediately.",
    type: "name",
  },
});
