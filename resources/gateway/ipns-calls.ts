/** Calls about IPNS names, loaded only by their page. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { ipnsNames } from "./ipns-names.ts";
import { ipnsLifetimeDaysMax } from "./limits.ts";

const lifetime = z
  .int("Lifetime: enter a number of days.")
  .check(
    z.gte(1, "Lifetime: 1 day minimum."),
    z.lte(ipnsLifetimeDaysMax, `Lifetime: ${ipnsLifetimeDaysMax} days maximum.`),
  );

const ipnsName = z.object({
  name: z.string(),
  /** The name's key: k51… */
  key: z.string(),
  /** /ipfs/… or /ipns/… */
  value: z.string(),
  createdAt: z.int(),
  /** Days for which each record is valid. */
  lifetime: z.int(),
  /** Expiry of the newest record; it is renewed well before. */
  expiresAt: z.int(),
  sequence: z.int(),
});
export type IpnsName = z.output<typeof ipnsName>;

export const listIpnsNames = defineCall("GET $ipns/names", {
  summary: "Lists the team's IPNS names, newest first. Set `cursor` to the previous page's `next`.",
  can: ["list", "ipns-names"],
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    keyword: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    list: z.array(ipnsName),
    page: z.object({ next: z.optional(z.string()), total: z.int(), hasNext: z.boolean() }),
  }),
});

export const createIpnsName = defineCall("POST $ipns/names", {
  summary: "Creates a name with its own key and publishes its target: a path, a CID or another name.",
  can: ["create", "ipns-names"],
  log: "IPNS_MANAGER_CREATE_NAME",
  body: z.object({ name: ipnsNames.fields.name.schema, value: ipnsNames.fields.value.schema, lifetime }),
  reply: ipnsName,
});

export const publishIpnsName = defineCall("POST $ipns/names/{key}", {
  summary: "Publishes a new target for a name.",
  can: ["edit", "ipns-names"],
  log: "IPNS_MANAGER_PUBLISH_NAME",
  body: z.object({ value: ipnsNames.fields.value.schema, lifetime: z.optional(lifetime) }),
  reply: ipnsName,
});

export const deleteIpnsName = defineCall("DELETE $ipns/names/{key}", {
  summary: "Deletes a name and its key. Cached records stay valid until they expire.",
  can: ["delete", "ipns-names"],
  log: "IPNS_MANAGER_DELETE_NAME",
  reply: z.null(),
});

export const programKey = z.object({
  /** The key's prefix; null without a key. */
  key: z.nullable(z.string()),
  createdAt: z.optional(z.int()),
  usedAt: z.optional(z.int()),
});

export const ipnsApiKey = defineCall("GET $ipns/api-keys", {
  summary: "Returns the prefix of your API key for the team's names, and when it was last used.",
  can: ["list", "ipns-names"],
  reply: programKey,
});

export const createIpnsApiKey = defineCall("POST $ipns/api-keys", {
  summary: "Creates a new API key and revokes the previous one. The key is returned only in this response.",
  can: ["edit", "ipns-names"],
  log: "IPNS_MANAGER_CREATE_KEY",
  reply: z.object({ key: z.string() }),
});

export const deleteIpnsApiKey = defineCall("DELETE $ipns/api-keys", {
  summary: "Deletes your API key.",
  can: ["edit", "ipns-names"],
  log: "IPNS_MANAGER_DELETE_KEY",
  reply: z.null(),
});

export const ipnsCalls = [
  listIpnsNames,
  createIpnsName,
  publishIpnsName,
  deleteIpnsName,
  ipnsApiKey,
  createIpnsApiKey,
  deleteIpnsApiKey,
];
