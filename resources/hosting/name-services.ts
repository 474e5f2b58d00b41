/** On-chain names for a project's content, and their calls. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { choice } from "../fields.ts";

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
const cid = "Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58}";
const ipnsKey = "k[a-z0-9]{40,80}|bafz[a-z2-7]{40,80}|12D3Koo[1-9A-HJ-NP-Za-km-z]{45}|Qm[1-9A-HJ-NP-Za-km-z]{44}";
/** A CID or IPNS name without a path. Name records can't hold a path. */
export const nameContentPattern = new RegExp(`^(ipfs://(${cid})|ipns://(${ipnsKey}))$`);
export const nameContentHint = "Enter ipfs://bafy… or ipns://k51…, without a path.";

export const nameService = choice(
  "Name service",
  ["ens", "spaceid", "sns"],
  Object.fromEntries(nameServices.map(({ type, name, ending }) => [type, `${name} (${ending})`])),
);
const type = nameService.schema;
/** A content address, validated after the name's service is known. */
const content = z.string().check(z.trim(), z.maxLength(200));

const nameDomain = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** Normalized by the service. */
  domain: z.string(),
  type,
  /** The target content. */
  content: z.string(),
  /** The owner at the last check, or when the name was added. */
  owner: z.string(),
  state: z.enum(nameDomainStates),
  /** The problem that the last check found, or "". */
  message: z.string(),
  /** The on-chain target at the last check, or "". */
  current: z.string(),
  checkedAt: z.optional(z.int()),
  createdAt: z.int(),
});
export type NameDomain = z.output<typeof nameDomain>;

/** The transaction that sets the record, sent by the name's owner. */
const setting = z.object({
  chainId: z.int(),
  to: z.string(),
  data: z.string(),
  /** The service's contract, which distinguishes networks with the same chain ID. */
  registry: z.string(),
});
export type NameSetting = z.output<typeof setting>;

const path = "$hosting/project/decentralized/domain";

export const listNameDomains = defineCall(`GET ${path}`, {
  summary: "Lists the on-chain names of the team or a project, newest first, and the available name services.",
  can: ["list", "domains"],
  query: z.object({ projectId: z.optional(z.string()) }),
  reply: z.object({ items: z.array(nameDomain), connected: z.array(type) }),
});

export const addNameDomain = defineCall(`POST ${path}`, {
  summary: "Adds an on-chain name for a project's content. Doesn't change the chain.",
  can: ["create", "domains"],
  log: "HOSTING_ADD_DOMAIN",
  body: z.object({
    projectId: z.string(),
    domain: z.string().check(z.trim(), z.minLength(3, "Name: 3 characters minimum."), z.maxLength(nameMax)),
    type,
    content,
    /** The owner's address, if known; the on-chain owner takes precedence. */
    owner: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  reply: z.object({ id: z.string() }),
});

export const editNameDomain = defineCall(`PUT ${path}/{id}`, {
  summary: "Changes the name's content. Its on-chain record must then be updated.",
  can: ["edit", "domains"],
  log: "HOSTING_EDIT_DOMAIN",
  body: z.object({ content }),
  reply: z.null(),
});

export const verifyNameDomain = defineCall(`POST ${path}/{id}/verify`, {
  summary: "Checks the name's on-chain record and returns the transaction that updates it.",
  can: ["edit", "domains"],
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

export const deleteNameDomain = defineCall(`DELETE ${path}/{id}`, {
  summary: "Removes the name. Its on-chain record is unchanged.",
  can: ["delete", "domains"],
  log: "HOSTING_DELETE_DOMAIN",
  reply: z.null(),
});

export const nameDomainCalls = [listNameDomains, addNameDomain, editNameDomain, verifyNameDomain, deleteNameDomain];
