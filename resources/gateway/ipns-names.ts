/** IPNS names: permanent names for changing content. Other calls are in ipns-calls.ts. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { code, count, date, form, optional, text } from "../declare/fields.ts";
import { hash, lifetime } from "../declare/special-fields.ts";
import { ipnsLifetimeDaysMax, ipnsLifetimes, ipnsNameMax, ipnsNamesPerTeam, ipnsValueMax } from "./limits.ts";

const fields = {
  /** k51… */
  key: hash("Key"),
  name: text("Name", {
    min: 1,
    max: ipnsNameMax,
    hint: "A label for your team. The address is derived from the key.",
  }),
  /** /ipfs/… or /ipns/… */
  value: code("Target", {
    min: 1,
    max: ipnsValueMax,
    hint: "A CID, a path like /ipfs/bafy…/folder, or another name.",
    placeholder: "/ipfs/bafy…",
  }),
  /** Days for which each record is valid. */
  lifetime: lifetime(
    "Lifetime",
    ipnsLifetimes,
    ipnsLifetimeDaysMax,
    "How long cached records stay valid. Records are renewed automatically halfway through.",
  ),
  createdAt: date("Created"),
  /** Expiry of the newest record; it is renewed well before. */
  expiresAt: date("Valid until"),
  sequence: count("Sequence"),
};

const row = z.object({
  name: fields.name.schema,
  key: fields.key.schema,
  value: fields.value.schema,
  createdAt: fields.createdAt.schema,
  lifetime: fields.lifetime.schema,
  expiresAt: fields.expiresAt.schema,
  sequence: fields.sequence.schema,
});

export const ipnsNames = defineResource({
  name: "ipns-names",
  title: "IPNS manager",
  noun: "IPNS name",
  intro: "Permanent addresses for content that changes.",
  group: "Gateway",
  access: "GATEWAY",
  menu: { section: "Gateways", icon: "ipns" },
  routes: { list: "/gateway/ipns" },
  findBy: "name",
  titles: { create: "Create name" },
  base: "$ipns/names",
  key: "key",
  log: { create: "IPNS_MANAGER_CREATE_NAME", delete: "IPNS_MANAGER_DELETE_NAME" },
  fields,
  list: {
    items: "list",
    limit: ipnsNamesPerTeam,
    bulk: ["delete"],
    columns: {
      name: { width: "18%" },
      key: { width: "220px" },
      value: {},
      expiresAt: { width: "130px" },
      createdAt: { width: "164px", wideOnly: true },
    },
    search: ["name", "key", "value"],
    empty: {
      title: "No names yet",
      text: "Create a name for a permanent address, then publish new content to it at any time.",
    },
  },
  /** `cursor`: `next` of the previous page, in place of a page number. */
  listQuery: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  replies: {
    list: z.object({
      list: z.array(row),
      page: z.object({ next: z.optional(z.string()), total: z.int(), hasNext: z.boolean() }),
    }),
  },
  create: { fields: ["name", "value", "lifetime"], lenient: true },
  actions: {
    publish: {
      label: "Publish",
      icon: "upload",
      summary: "Publishes a new target for a name.",
      call: "POST $ipns/names/{key}",
      can: "edit",
      log: "IPNS_MANAGER_PUBLISH_NAME",
      body: form({ value: fields.value, lifetime: optional(fields.lifetime) }),
      reply: "row",
      done: "Published",
    },
  },
  remove: {
    several:
      "The keys are destroyed and the names can never be published again. Cached records stay valid until they expire.",
    confirm:
      "The key is destroyed and {name} can never be published again. Cached records stay valid until {expiresAt}.",
    type: "name",
  },
});
export type IpnsName = Row<typeof ipnsNames>;
