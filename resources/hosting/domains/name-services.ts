/** On-chain names for a project's content. */
import * as z from "zod/mini";
import { defineCall, defineResource, type Row } from "../../declare/define.ts";
import { domainsPerProject } from "../../limits.ts";
import { cidText, ipnsKeyText } from "../ipfs-path.ts";
import { choice, code, date, form, id, optional, status, text } from "../../declare/fields.ts";
import { ref } from "../../declare/special-fields.ts";

export const nameServices = [
  { type: "ens", name: "ENS", ending: ".eth", chain: "ethereum", example: "orchard.eth" },
  { type: "spaceid", name: "Space ID", ending: ".bnb", chain: "bsc", example: "orchard.bnb" },
  { type: "sns", name: "Solana Name Service", ending: ".sol", chain: "solana", example: "orchard.sol" },
] as const;
export type NameServiceType = (typeof nameServices)[number]["type"];

export const nameServiceOf = (type: NameServiceType) => nameServices.find((service) => service.type === type)!;

/** pending: never found on the chain. valid: found at the last check. invalid: the on-chain record differs. */
export const nameDomainStates = ["pending", "valid", "invalid"] as const;
export type NameDomainState = (typeof nameDomainStates)[number];

export const nameMax = 255;
/** A CID or IPNS name without a path. Name records can't hold a path. */
export const nameContentPattern = new RegExp(`^(ipfs://(${cidText})|ipns://(${ipnsKeyText}))$`);
export const nameContentHint = "Enter ipfs://bafy… or ipns://k51…, without a path.";

export const nameService = choice(
  "Name service",
  ["ens", "spaceid", "sns"],
  Object.fromEntries(nameServices.map(({ type, name, ending }) => [type, `${name} (${ending})`])),
);
const type = nameService.schema;
const fields = {
  id: id(),
  /** Normalized by the service. */
  domain: text("Name", { min: 3, max: nameMax }),
  type: nameService,
  projectId: id("Project"),
  projectName: ref("Project", { page: "/hosting/project/{projectName}/{projectId}" }),
  /** The target content, validated after the name's service is known. */
  content: code("Target", { max: 1200 }),
  /** The owner at the last check, or when the name was added: the on-chain owner takes precedence. */
  owner: optional(text("Owner", { max: 64 })),
  /** Pending is a warning, because only the owner can set the record. */
  state: status(
    "Status",
    nameDomainStates,
    { pending: "Record missing", valid: "Verified", invalid: "Different target" },
    { pending: "warning" },
  ),
  /** The problem that the last check found, or "". */
  message: text("Notice", { max: 1000 }),
  /** The on-chain target at the last check, or "". */
  current: text("Current target", { max: 1000 }),
  checkedAt: optional(date("Checked")),
  createdAt: date("Added"),
};

export const nameDomains = defineResource({
  name: "name-domains",
  title: "Name services",
  noun: "name",
  group: "Hosting",
  access: "HOSTING",
  routes: {},
  base: "$hosting/project/decentralized/domain",
  calls: { show: false },
  log: { create: "HOSTING_ADD_DOMAIN", edit: "HOSTING_EDIT_DOMAIN", delete: "HOSTING_DELETE_DOMAIN" },
  replies: {
    /** `connected`: the available name services. */
    list: z.object({ items: z.array(form(fields)), connected: z.array(type) }),
    create: z.object({ id: z.string() }),
    edit: z.null(),
  },
  fields,
  list: {
    columns: {
      domain: {},
      type: { title: "Service", width: "150px" },
      projectName: { width: "13%" },
      content: { width: "236px", wideOnly: true },
      state: { width: "150px" },
      checkedAt: { width: "164px", wideOnly: true },
    },
    sort: ["domain", "projectName", "checkedAt"],
    whole: true,
    limit: domainsPerProject,
    limitPer: "projectId",
    bulk: ["delete"],
    label: "On-chain names",
    empty: {
      title: "No names yet",
      text: "Add an ENS, Space ID or Solana name for your site. Browsers and gateways that support the service can open it.",
    },
  },
  listQuery: z.object({ projectId: z.optional(z.string()) }),
  create: ["projectId", "domain", "type", "content", "owner"],
  edit: ["content"],
  remove: {
    several: "The names are removed from Freehold. Their on-chain records are unchanged.",
    confirm: "The name is removed from Freehold. Its on-chain record is unchanged.",
  },
});
export type NameDomain = Row<typeof nameDomains>;

/** The transaction that sets the record, sent by the name's owner. */
const setting = z.object({
  chainId: z.int(),
  to: z.string(),
  data: z.string(),
  /** The service's contract, which distinguishes networks with the same chain ID. */
  registry: z.string(),
});
export type NameSetting = z.output<typeof setting>;

export const verifyNameDomain = defineCall("POST $hosting/project/decentralized/domain/{id}/verify", {
  summary: "Checks the name's on-chain record and returns the transaction that updates it.",
  can: ["edit", "name-domains"],
  log: false,
  perMinute: 60,
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    owner: z.string(),
    current: z.string(),
    /** The record's value: the content hash (EIP-1577), or the content itself on Solana. */
    value: z.string(),
    /** Set when the owner can update the record by a transaction. */
    setting: z.optional(setting),
  }),
});
export type NameVerification = z.output<typeof verifyNameDomain.reply>;

export const nameDomainCalls = [verifyNameDomain];
