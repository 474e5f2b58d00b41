/** RPC keys: each is a JSON-RPC URL for every supported chain. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { choice, count, id, optional, text, toggle } from "../fields.ts";
import { rpcKeyNameMax, rpcKeyNotesMax, rpcOverlapSeconds, rpcVipKeysPerTeam } from "./limits.ts";

export const rpcKeyTypes = ["FREE", "VIP"] as const;
export type RpcKeyType = (typeof rpcKeyTypes)[number];

const name = text("Name", { min: 1, max: rpcKeyNameMax, hint: "Where you will use it, for example shop." });
const notes = optional(text("Notes", { max: rpcKeyNotesMax, hint: "Only your team sees it." }));
const active = toggle("Active", "While inactive, all requests are refused.");
export const rpcKeyInfoReply = z.object({ name: name.schema, notes: notes.schema, active: active.schema });

export const rpcKeys = defineResource({
  name: "rpc-keys",
  title: "RPC keys",
  intro: "JSON-RPC endpoints for every chain on this server.",
  group: "RPC",
  access: "RPC",
  menu: { section: "RPC", icon: "exchange" },
  routes: { list: "/rpc", show: "/rpc/detail/{name}/{id}", edit: "/rpc/settings/{name}/{id}" },
  titles: { show: "{name}", edit: "{name} settings" },
  base: "$rpc/rpc/manager/keys",
  calls: { show: false, edit: "PUT $rpc/rpc/manager/keys/{id}/info" },
  replies: { create: z.object({ id: z.string(), userKey: z.string() }), edit: rpcKeyInfoReply },
  log: { create: "RPC_CREATE_KEY", edit: "RPC_EDIT_KEY", delete: "RPC_DELETE_KEY" },
  fields: {
    id: id(),
    name,
    notes,
    type: choice("Type", rpcKeyTypes, { FREE: "Free", VIP: "Pay as you go" }),
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
    link: "name",
    items: "",
    whole: true,
    // One free key.
    limit: 1 + rpcVipKeysPerTeam,
    bulk: ["delete"],
    empty: { title: "No keys yet", text: "Create a key to send JSON-RPC requests from your client." },
  },
  create: { fields: ["name", "notes", "type"], lenient: true },
  edit: { fields: ["name", "notes", "active"], lenient: true },
  actions: {
    reset: {
      label: "Reset key",
      icon: "refresh",
      call: "POST $rpc/rpc/manager/keys/{id}/reset",
      can: "edit",
      question: "Reset key {name}?",
      confirm: `All URLs get a new key. The current key works for another ${rpcOverlapSeconds / 3600} hours; keys from earlier resets stop immediately.`,
      done: "Key reset",
      danger: true,
      log: "RPC_RESET_KEY",
      reply: z.object({ userKey: z.string(), previousUntil: z.int() }),
    },
  },
  remove: { confirm: "Applications that use this key stop working immediately.", type: "name" },
});
