/** RPC keys: each is a JSON-RPC URL for every supported chain. */
import { defineResource } from "../define.ts";
import { choice, count, id, optional, text, toggle } from "../fields.ts";
import { rpcKeyNameMax, rpcKeyNotesMax } from "./limits.ts";

export const rpcKeyTypes = ["FREE", "VIP"] as const;
export type RpcKeyType = (typeof rpcKeyTypes)[number];

export const rpcKeys = defineResource({
  name: "rpc-keys",
  title: "RPC keys",
  group: "RPC",
  access: "RPC",
  menu: { section: "RPC", icon: "exchange" },
  routes: { list: "/rpc", show: "/rpc/detail/{name}/{id}", edit: "/rpc/settings/{name}/{id}" },
  titles: { show: "{name}", edit: "{name} settings" },
  calls: { delete: "DELETE $rpc/rpc/manager/keys/{id}" },
  log: { delete: "RPC_DELETE_KEY" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: rpcKeyNameMax }),
    notes: optional(text("Notes", { max: rpcKeyNotesMax })),
    type: choice("Type", rpcKeyTypes, { FREE: "Free", VIP: "Pay as you go" }),
    active: toggle("Active"),
    requests: count("Requests"),
  },
  list: {
    columns: { name: {}, notes: {}, type: {}, active: {}, requests: {} },
    empty: { title: "No keys yet", text: "Create a key to send JSON-RPC requests from your client." },
  },
  remove: { confirm: "Applications that use this key stop working immediately.", type: "name" },
});
