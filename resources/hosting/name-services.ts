/** Names of name services on chains that lead to a project's content: what they are, and the calls about them. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const nameServices = [
  { type: "ens", name: "ENS", ending: ".eth", chain: "ethereum", example: "orchard.eth" },
  { type: "spaceid", name: "Space ID", ending: ".bnb", chain: "bsc", example: "orchard.bnb" },
  { type: "sns", name: "Solana Name Service", ending: ".sol", chain: "solana", example: "orchard.sol" },
] as const;
export type NameServiceType = (typeof nameServices)[number]["type"];

export const nameServiceOf = (type: NameServiceType) => nameServices.find((service) => service.type === type)!;

/** pending: never seen on the chain. valid: there when it was last looked. invalid: the chain says something else now. */
export const nameDomainStates = ["pending", "valid", "invalid"] as const;
export type NameDomainState = (typeof nameDomainStates)[number];

const nameMax = 255;
const cid = "Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58}";
const ipnsKey = "k[a-z0-9]{40,80}|bafz[a-z2-7]{40,80}|12D3Koo[1-9A-HJ-NP-Za-km-z]{45}|Qm[1-9A-HJ-NP-Za-km-z]{44}";
/** A CID or a name of IPNS, without a path in it: records of names have room for no more. */
export const nameContentPattern = new RegExp(`^(ipfs://(${cid})|ipns://(${ipnsKey}))$`);
export const nameContentHint = "An address like ipfs://bafy… or ipns://k51…, without a folder.";

const type = z.enum(nameServices.map((service) => service.type));
/** An address of content; what is none is refused once it is known whose name it is. */
const content = z.string().check(z.trim(), z.maxLength(200));

const nameDomain = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** As the service has normalised it. */
  domain: z.string(),
  type,
  /** What the name is to lead to. */
  content: z.string(),
  /** Who owns it, as the chain said last; as it was added before that. */
  owner: z.string(),
  state: z.enum(nameDomainStates),
  /** What the last look found in the way; "" when nothing is. */
  message: z.string(),
  /** What the chain said last that it leads to; "" for nothing. */
  current: z.string(),
  checkedAt: z.optional(z.int()),
  createdAt: z.int(),
});
export type NameDomain = z.output<typeof nameDomain>;

/** The transaction that sets the record; whoever owns the name sends it. */
const setting = z.object({
  chainId: z.int(),
  to: z.string(),
  data: z.string(),
  /** The service's own contract, by which a wallet's network is told from others of the same number. */
  registry: z.string(),
});
export type NameSetting = z.output<typeof setting>;

const path = "$hosting/project/decentralized/domain";

export const listNameDomains = defineCall(`GET ${path}`, {
  summary:
    "The team's names on name services, or those of one project, the newest first; and which services this cloud can look into.",
  can: ["list", "domains"],
  query: z.object({ projectId: z.optional(z.string()) }),
  reply: z.object({ items: z.array(nameDomain), connected: z.array(type) }),
});

export const addNameDomain = defineCall(`POST ${path}`, {
  summary: "Adds a name that is to lead to a project's content. Nothing changes on the chain by that.",
  can: ["create", "domains"],
  log: "HOSTING_ADD_DOMAIN",
  body: z.object({
    projectId: z.string(),
    domain: z.string().check(z.trim(), z.minLength(3, "Name: 3 characters at least."), z.maxLength(nameMax)),
    type,
    content,
    /** The owner's address, if it is known; the chain knows better. */
    owner: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  reply: z.object({ id: z.string() }),
});

export const editNameDomain = defineCall(`PUT ${path}/{id}`, {
  summary: "Has the name lead to other content from now on: its record on the chain must be set anew.",
  can: ["edit", "domains"],
  log: "HOSTING_EDIT_DOMAIN",
  body: z.object({ content }),
  reply: z.null(),
});

export const verifyNameDomain = defineCall(`POST ${path}/{id}/verify`, {
  summary: "Looks on the chain where the name leads, and says what to set there.",
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
    /** Where the record can be set by a transaction of the owner's. */
    setting: z.optional(setting),
  }),
});
export type NameVerification = z.output<typeof verifyNameDomain.reply>;

export const deleteNameDomain = defineCall(`DELETE ${path}/{id}`, {
  summary: "Forgets the name. Its record on the chain stays as it is.",
  can: ["delete", "domains"],
  log: "HOSTING_DELETE_DOMAIN",
  reply: z.null(),
});

export const nameDomainCalls = [listNameDomains, addNameDomain, editNameDomain, verifyNameDomain, deleteNameDomain];
