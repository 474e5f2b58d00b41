/** Calls of a team's rollups, loaded only by their pages. */
import * as z from "zod/mini";
import { lineNumber } from "../hosting/log-line.ts";
import { defineCall } from "../define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { rollupChainIdDigitsMax, rollupNamesReserved } from "./limits.ts";
import { choice, detail, listed, status } from "./rollup-shapes.ts";
import { address, amount, footerLink, image, seconds } from "./shapes.ts";
import { renewalPlans, rollupPlans } from "./plans.ts";
import { rollupRoles, rollups } from "./rollups.ts";

const chainId = z
  .string()
  .check(z.trim(), z.regex(new RegExp(`^[1-9]\\d{0,${rollupChainIdDigitsMax - 1}}$`), "Chain ID: up to 16 digits."));
const orderedName = rollups.fields.name.schema.check(
  z.refine(
    (name) => !(rollupNamesReserved as readonly string[]).includes(name.toLowerCase()),
    "This name is reserved. Choose another.",
  ),
);
const contact = z.string().check(z.trim(), z.minLength(1, "This field is required."), z.maxLength(200));

const role = z.object({
  role: z.enum(rollupRoles),
  address,
  /** Wei on the settlement chain. */
  balance: amount,
  /** Whether the balance is at most 0.1 of the coin. */
  low: z.boolean(),
});

export type ListedRollup = z.output<typeof listed>;

export const rollupFree = defineCall("GET $raas/rollup/free", {
  summary: "Returns whether the account has used its free 2-hour trial.",
  can: ["list", "rollups"],
  reply: z.object({ exist: z.boolean() }),
});

export const listRollups = defineCall("GET $raas/rollup", {
  summary: "Lists the team's rollups, newest first.",
  can: ["list", "rollups"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
  }),
  reply: z.object({ count: z.int(), detail: z.array(listed) }),
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
    ...choice,
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
  body: z.object({ purchasePlan: z.enum(renewalPlans) }),
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
    roles: z.array(role),
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

export const rollupBills = defineCall("GET $raas/rollup/bills", {
  summary: "Lists payments for a rollup: 0 is the first term, 1 a renewal.",
  can: ["show", "rollups"],
  query: z.object({ rollupId: z.string() }),
  reply: z.object({
    details: z.array(
      z.object({
        billType: z.union([z.literal(0), z.literal(1)]),
        /** Seconds bought. */
        time: z.int(),
        land: amount,
        createdAt: seconds,
      }),
    ),
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
  listRollups,
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
