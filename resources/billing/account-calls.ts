/** A team's balance, packages, usage, runway and spend caps. Prices and quotes are in quote.ts. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { form, land as landField, toggle } from "../fields.ts";
import { meteredResources } from "../limits.ts";
import { accountPackages, addedPackages, billedServices, capBeyond } from "./packages.ts";
import { priceList, quote } from "./quote.ts";

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
    "Alert when LAND runs low",
    "Sent once when the balance falls below the amount, and again after it recovers.",
  ),
  land: landField("Amount of LAND"),
});
export type EarlyWarning = z.output<typeof earlyWarning>;

export const earlyWarn = defineCall("GET $bill-consume/assets/early/warn", {
  summary:
    "Returns the balance (LAND ×1e18) below which the team's owner is notified; same as `landLeft` of the balance alert.",
  can: ["list", "deposits"],
  reply: earlyWarning,
});

export const editEarlyWarn = defineCall("PUT $bill-consume/assets/early/warn", {
  summary: "Sets the balance below which the team's owner is notified, or turns the alert off.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_EARLY_WARNING",
  body: earlyWarning,
  reply: earlyWarning,
});

const capTarget = {
  /** A service, or one project, bucket or gateway. */
  kind: z.enum(["SERVICE", "PROJECT"]),
  /** Service name, or id. */
  target: z.string().check(z.trim(), z.maxLength(40)),
};

const spendCap = z.object({
  ...capTarget,
  service: z.enum(billedServices),
  /** Of a project, bucket or gateway; null for a service. */
  title: z.nullable(z.string()),
  /** Monthly limit in LAND ×1e18; null without a cap. */
  land: z.nullable(land),
  /** What happens to visits above the cap. */
  beyond: z.enum(capBeyond),
  /** LAND ×1e18 this month, including unsettled usage. */
  spent: land,
});
export type SpendCap = z.output<typeof spendCap>;

export const spendCaps = defineCall("GET $bill-consume/caps", {
  summary: "Lists this month's cost and spend cap of each service, project, bucket and gateway.",
  can: ["list", "deposits"],
  reply: z.object({
    /** The first of the month (UTC). */
    since: z.int(),
    items: z.array(spendCap),
  }),
});

export const editSpendCap = defineCall("PUT $bill-consume/caps", {
  summary:
    "Sets a monthly spend cap in LAND ×1e18; null removes it. `beyond`: whether visits above it are paused or stay online.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_SPEND_CAP",
  body: z.object({ ...capTarget, land: z.nullable(land), beyond: z._default(z.enum(capBeyond), "PAUSE") }),
  reply: z.null(),
});

export const billingCalls = [
  packageList,
  packageLeft,
  priceList,
  outlook,
  earlyWarn,
  editEarlyWarn,
  spendCaps,
  editSpendCap,
  quote,
];
