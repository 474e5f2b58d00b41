/** A team's balance, packages, usage, runway and spend caps. Prices and quotes are in quote.ts. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { form, land as landField, toggle } from "../declare/fields.ts";
import { meteredResources } from "../limits.ts";
import { accountPackages, addedPackages } from "./packages.ts";
import { priceList, quote } from "./quote.ts";
import { editSpendCap } from "./spend-caps.ts";

/** LAND×1e18. */
const land = landField("LAND").schema;
const signedLand = z.string().check(z.regex(/^-?\d{1,60}$/));
const resourceType = z.enum(meteredResources);
/** Bytes, seconds of build time, or units. */
const item = z.object({ resourceType, size: z.int() });

export const packageList = defineCall("GET $bill-consume/combo/user/list", {
  summary: "Returns the team's package with add-ons, the used part of each, and total usage.",
  can: ["list", "deposits"],
  reply: z.object({
    combo: z.object({
      package: z.enum(accountPackages),
      efficientAt: z.int(),
      /** When it expires or resets; null if never. */
      invalidAt: z.nullable(z.int()),
      /** Allowance that is free of LAND, and how much of it is used. */
      resourceItems: z.array(item),
      consumeItems: z.array(item),
    }),
    /** Used since the package started, by packages and LAND. For storage: currently stored. */
    realTimeItems: z.array(item),
    /** Add-ons to the package, earliest expiry first. */
    added: z.array(
      z.object({
        package: z.enum(addedPackages),
        resourceType,
        size: z.int(),
        left: z.int(),
        invalidAt: z.nullable(z.int()),
      }),
    ),
    totalIpfsStorage: z.int(),
    totalArStorage: z.int(),
  }),
});

export const packageLeft = defineCall("GET $bill-consume/combo/usage/{TYPE}", {
  summary: "Returns the remaining package allowance of one resource: bytes, seconds of build time, or units.",
  can: ["list", "deposits"],
  reply: z.object({ size: z.int() }),
});

export const outlook = defineCall("GET $bill-consume/outlook", {
  summary: "Returns the balance, the daily rate, how long the balance lasts, and the consequences of an empty balance.",
  can: ["list", "deposits"],
  reply: z.object({
    /** As in `assets`: without holds. */
    land: signedLand,
    held: land,
    owed: land,
    /** Used since the last settled hour; charged with the next. */
    due: land,
    /** Average a day over the last 7 days, with current storage at the current price. */
    landPerDay: land,
    /** Whole days at that rate; null if nothing is spent. */
    daysLeft: z.nullable(z.int()),
    /** The calendar month (UTC): its cost so far, and expected at its end at the usage of the last 7 days. */
    month: z.object({ since: z.int(), until: z.int(), spent: land, forecast: land }),
    dunning: z.object({
      step: z.enum(["paid", "refused", "unserved", "overdue"]),
      beganAt: z.nullable(z.int()),
      servedUntil: z.nullable(z.int()),
      keptUntil: z.nullable(z.int()),
    }),
  }),
});

const earlyWarning = form({
  enable: toggle(
    "Alert when the balance runs low",
    "Sent once when the balance falls below the amount, and again after it recovers.",
  ),
  land: landField("Balance"),
});
export type EarlyWarning = z.output<typeof earlyWarning>;

export const earlyWarn = defineCall("GET $bill-consume/assets/early/warn", {
  summary:
    "Returns the balance (LAND ×1e18) below which the team's owner is notified; same as `landLeft` of the balance alert.",
  can: ["list", "deposits"],
  reply: earlyWarning,
});

export const editEarlyWarn = defineCall("PUT $bill-consume/assets/early/warn", {
  reads: "GET $bill-consume/assets/early/warn",
  summary: "Sets the balance below which the team's owner is notified, or turns the alert off.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_EARLY_WARNING",
  body: earlyWarning,
  reply: earlyWarning,
});

const budgetForm = form({
  enable: toggle(
    "Alert on a monthly budget",
    "Sent when the month's cost reaches 50, 80 and 100% of it, once each. Usage isn't stopped.",
  ),
  land: landField("Budget per month"),
});
export type Budget = z.output<typeof budgetForm>;

export const budget = defineCall("GET $bill-consume/budget", {
  summary: "Returns the team's monthly budget (LAND ×1e18) and whether its owner is notified at 50, 80 and 100%.",
  can: ["list", "deposits"],
  reply: budgetForm,
});

export const editBudget = defineCall("PUT $bill-consume/budget", {
  reads: "GET $bill-consume/budget",
  summary:
    "Sets the team's monthly budget, or turns its alerts off. Usage above it is not refused; spend caps do that.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_BUDGET",
  body: budgetForm,
  reply: budgetForm,
});

export const billingCalls = [
  budget,
  editBudget,
  packageList,
  packageLeft,
  priceList,
  outlook,
  earlyWarn,
  editEarlyWarn,
  editSpendCap,
  quote,
];
