/** Calls of a team's rollups, loaded only by their pages. */
import { defineRows } from "../declare/rows.ts";
import * as z from "zod/mini";
import { lineNumber } from "../hosting/log-line.ts";
import { defineCall, type Row } from "../declare/define.ts";
import { choice, data, date, form, land, toggle } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";
import { rollupChainId, rollupNamesReserved } from "./limits.ts";
import { address, amount, footerLink, image, seconds } from "./shapes.ts";
import { renewalPlans, rollupPlans } from "./plans.ts";
import { rollupRoles, rollups, status } from "./rollups.ts";

const { framework, daLayer, settlement, network } = rollups.schema.shape;
const chainId = z.string().check(z.trim(), z.regex(rollupChainId.expression, rollupChainId.message));
const orderedName = rollups.fields.name.schema.check(
  z.refine(
    (name) => !(rollupNamesReserved as readonly string[]).includes(name.toLowerCase()),
    "This name is reserved. Choose another.",
  ),
);
const contact = z.string().check(z.trim(), z.minLength(1, "This field is required."), z.maxLength(200));

/** Roles of a rollup on the settlement chain. */
export const roles = defineRows({
  label: "Roles",
  fields: {
    role: choice("Role", rollupRoles),
    address: { ...hash("Address"), schema: address },
    /** Wei on the settlement chain. */
    balance: data("Balance", amount),
    /** Whether the balance is at most 0.1 of the coin. */
    low: toggle("Status"),
  },
  key: "role",
  columns: {
    role: { width: "140px" },
    address: {},
    balance: { align: "end", width: "200px" },
    low: { width: "140px" },
  },
  sort: ["balance"],
});

export type ListedRollup = Row<typeof rollups>;

const detail = z.object({
  ...rollups.schema.shape,
  favicon: image,
  background: image,
  footerLink,
  email: z.nullable(z.string()),
  telegram: z.nullable(z.string()),
  xId: z.nullable(z.string()),
  schedulingLink: z.nullable(z.string()),
  purchasePlan: z.nullable(z.enum(rollupPlans)),
  /** Price of the first term in LAND ×1e18, and the total paid for renewals. */
  land: amount,
  renewLand: amount,
  /** Why the creation failed, the operator's answer to an application, or why the rollup ended. */
  note: z.nullable(z.string()),
  /** For an expired rollup: until when its blocks are kept and it can be renewed. Null otherwise. */
  renewableUntil: z.nullable(seconds),
  /** Set once it is created. */
  detail: z.nullable(
    z.object({
      /** "embedded", or the operator's external provider. */
      provider: z.string(),
      /** Root-relative on this server, otherwise absolute. */
      rpc: z.string(),
      ws: z.nullable(z.string()),
      blockExplorer: z.string(),
      bridgeAssets: z.nullable(z.string()),
      /** On the settlement chain: batches, state roots and the bridge. */
      contractAddress: z.string(),
      /** On the rollup. */
      bridgeAddress: z.nullable(z.string()),
      /** The configuration as JSON text, to view and download. */
      rollupConfig: z.string(),
      /** Display name, such as "Ethereum (local)". */
      settlementLayer: z.string(),
      settlementChainId: z.string(),
      gasBlockLimit: z.string(),
      /** Minimum seconds between a withdrawal and its payment. */
      withdrawPeriod: z.int(),
      gasToken: z.string(),
      framework: z.string(),
      daLayer: z.string(),
      /** Wei. */
      sequencerAddressBalance: amount,
    }),
  ),
});

export const rollupFree = defineCall("GET $raas/rollup/free", {
  summary: "Returns whether the account has used its free 2-hour trial.",
  can: ["list", "rollups"],
  reply: z.object({ exist: z.boolean() }),
});

export const rollupChainIdStatus = defineCall("GET $raas/rollup/chain/{chainId}", {
  summary: "Checks whether a chain ID is free or taken by a rollup, a local devnet or a well-known public chain.",
  can: ["list", "rollups"],
  reply: z.object({ status: z.enum(["free", "taken"]) }),
});

export const createRollup = defineCall("POST $raas/rollup/create", {
  summary:
    "Orders a rollup. One-click orders wait for payment (the free trial starts immediately). All other orders are applications.",
  can: ["create", "rollups"],
  log: "RAAS_CREATE",
  bodyBytesMax: 2 * 1024 * 1024,
  body: z.object({
    framework,
    daLayer,
    settlement,
    network,
    name: orderedName,
    /** One-click orders only. */
    chainId: z.optional(chainId),
    purchasePlan: z.optional(z.enum(rollupPlans)),
    chainLogo: image,
    favicon: image,
    background: image,
    footerLink,
    /** Applications only. */
    email: z.optional(contact),
    telegram: z.optional(contact),
    xId: z.optional(contact),
    schedulingLink: z.optional(contact),
  }),
  reply: z.object({ id: z.string(), status }),
});

export const payRollup = defineCall("POST $raas/rollup/transaction", {
  summary: "Pays for an ordered rollup in LAND and starts its creation. 402 if the balance is too low.",
  can: ["edit", "rollups"],
  log: "RAAS_PAY",
  body: z.object({ rollupId: z.string() }),
  reply: z.object({ id: z.string(), status }),
});

export const renewRollup = defineCall("POST $raas/rollup/{id}/renew", {
  summary: "Extends the remaining time by a plan's term, paid in LAND.",
  can: ["edit", "rollups"],
  log: "RAAS_RENEW",
  body: form({ purchasePlan: choice("Plan", renewalPlans) }),
  reply: z.object({ expirationAt: seconds }),
});

export const terminateRollup = defineCall("POST $raas/rollup/{id}/terminate", {
  summary: "Terminates a rollup permanently, or withdraws an application or unpaid order. Payments are not refunded.",
  can: ["delete", "rollups"],
  log: "RAAS_TERMINATE",
  reply: z.null(),
});

export type RollupDetail = z.output<typeof detail>;

export const showRollup = defineCall("GET $raas/rollup/detail/{id}", {
  summary: "Returns a rollup.",
  can: ["show", "rollups"],
  reply: detail,
});

export const rollupHealth = defineCall("GET $raas/rollup/{id}/health", {
  transient: true,
  summary: "Returns a running rollup's health: block height, batch lag, gas price and role balances.",
  can: ["show", "rollups"],
  reply: z.object({
    /** False while it is stopped because it is idle; it starts with the next request. */
    awake: z.boolean(),
    height: z.int(),
    /** Last block posted on the settlement chain. */
    batched: z.int(),
    proposed: z.int(),
    /** Times of the last block and the last batch, in Unix seconds; null before the first. */
    blockAt: z.nullable(seconds),
    batchAt: z.nullable(seconds),
    gasPrice: amount,
    roles: z.array(roles.schema),
  }),
});

/** Steps of a rollup's creation, in order. */
export const rollupSteps = ["QUEUED", "KEYS", "SETTLEMENT", "GENESIS", "BRIDGE", "FIRST_BATCH", "READY"] as const;

export const rollupProgress = defineCall("GET $raas/rollup/{id}/progress", {
  summary: "Returns the progress of the creation in percent, and the current step.",
  can: ["show", "rollups"],
  reply: z.object({
    progress: z.int(),
    step: z.enum(rollupSteps),
    status,
    note: z.nullable(z.string()),
  }),
});

export const rollupLogs = defineCall("GET $raas/rollup/{id}/{role}/logs", {
  summary: "Lists a role's log lines (sequencer, batcher, proposer), oldest first. `from` and `to` are line numbers.",
  can: ["show", "rollups"],
  query: z.object({
    from: z._default(lineNumber, 0),
    to: z.optional(lineNumber),
  }),
  reply: z.object({
    items: z.array(z.object({ line: z.int(), at: seconds, content: z.string() })),
    /** Number of the next line. */
    next: z.int(),
  }),
});

export const bills = defineRows({
  label: "Bills",
  fields: {
    /** 0 is the first term, 1 a renewal. */
    billType: data("Description", z.union([z.literal(0), z.literal(1)])),
    /** Seconds bought. */
    time: data("Duration", z.int()),
    land: { ...land("Paid"), none: "Free" },
    createdAt: date("Date"),
  },
  key: ["billType", "time", "createdAt"],
  columns: { billType: {}, time: {}, land: { align: "end" }, createdAt: {} },
  sort: ["time", "land", "createdAt"],
  loading: 2,
  empty: { icon: "wallet", title: "No payments yet", text: "Payments for each term appear here." },
});

export const rollupBills = defineCall("GET $raas/rollup/bills", {
  summary: "Lists payments for a rollup: 0 is the first term, 1 a renewal.",
  can: ["show", "rollups"],
  query: z.object({ rollupId: z.string() }),
  reply: z.object({
    details: z.array(bills.schema),
  }),
});

export const fundRollupRole = defineCall("POST $raas/rollup/{id}/{role}/fund", {
  summary: "Sends test coins on the settlement chain to a role of an embedded rollup.",
  can: ["edit", "rollups"],
  log: "RAAS_FUND",
  perMinute: 30,
  reply: z.null(),
});

export const rollupCalls = [
  rollupFree,
  rollupChainIdStatus,
  createRollup,
  payRollup,
  renewRollup,
  terminateRollup,
  showRollup,
  rollupHealth,
  rollupProgress,
  rollupLogs,
  rollupBills,
  fundRollupRole,
];
