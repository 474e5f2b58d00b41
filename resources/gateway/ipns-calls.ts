/** Calls about IPNS names other than their list, loaded only by their page. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

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

export const ipnsCalls = [ipnsApiKey, createIpnsApiKey, deleteIpnsApiKey];
