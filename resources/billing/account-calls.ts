/** What a team has, what it costs and how long it lasts: packages, balance and caps. Prices and quotes stand in quote.ts. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { meteredResources } from "../limits.ts";
import { accountPackages, addedPackages, billedServices } from "./packages.ts";
import { priceList, quote } from "./quote.ts";

/** LAND×1e18. */
const land = z.string().check(z.regex(/^\d{1,60}$/, "Type an amount of LAND."));
const signedLand = z.string().check(z.regex(/^-?\d{1,60}$/));
const resourceType = z.enum(meteredResources);
/** Bytes, seconds of build time, or units. */
const item = z.object({ resourceType, size: z.int() });

export const packageList = defineCall("GET $bill-consume/combo/user/list", {
  summary: "The team's package with what was added to it, what of that is used, and what is used in all.",
  can: ["list", "deposits"],
  reply: z.object({
    combo: z.object({
      package: z.enum(accountPackages),
      efficientAt: z.int(),
      /** When it ends, or begins anew; null for one without an end. */
      invalidAt: z.nullable(z.int()),
      /** What may be used without LAND now, and how much of that is used. */
      resourceItems: z.array(item),
      consumeItems: z.array(item),
    }),
    /** Used since the package began, by packages and LAND; of storage, what is stored now. */
    realTimeItems: z.array(item),
    /** What is there beside the package, the soonest to end first. */
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
  summary: "What is left of the packages of one resource: bytes, seconds of build time, or units.",
  can: ["list", "deposits"],
  reply: z.object({ size: z.int() }),
});

export const outlook = defineCall("GET $bill-consume/outlook", {
  summary:
    "The balance, what it goes down by in a day, how long that lasts, and what has begun because nothing is left.",
  can: ["list", "deposits"],
  reply: z.object({
    /** As `assets` says it: less what is set aside. */
    land: signedLand,
    held: land,
    owed: land,
    /** Used since the last full hour was settled, and taken off with the next. */
    due: land,
    /** Spent in the last 7 days, a day, with what is stored now at the price of now. */
    landPerDay: land,
    /** Whole days at that rate; null while nothing is spent. */
    daysLeft: z.nullable(z.int()),
    dunning: z.object({
      step: z.enum(["paid", "refused", "unserved", "overdue"]),
      beganAt: z.nullable(z.int()),
      servedUntil: z.nullable(z.int()),
      keptUntil: z.nullable(z.int()),
    }),
  }),
});

const earlyWarning = z.object({ enable: z.boolean(), land });
export type EarlyWarning = z.output<typeof earlyWarning>;

export const earlyWarn = defineCall("GET $bill-consume/assets/early/warn", {
  summary: "Below which balance in LAND ×1e18 the team's owner is told; the same as `landLeft` of the balance alert.",
  can: ["list", "deposits"],
  reply: earlyWarning,
});

export const editEarlyWarn = defineCall("PUT $bill-consume/assets/early/warn", {
  summary: "Sets the balance below which the team's owner is told, or turns that off.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_EARLY_WARNING",
  body: earlyWarning,
  reply: earlyWarning,
});

const capTarget = {
  /** A service, or one project, bucket or gateway. */
  kind: z.enum(["SERVICE", "PROJECT"]),
  /** Name of the service, or id. */
  target: z.string().check(z.trim(), z.maxLength(40)),
};

const spendCap = z.object({
  ...capTarget,
  service: z.enum(billedServices),
  /** Of a project, bucket or gateway; null of a service. */
  title: z.nullable(z.string()),
  /** Most LAND ×1e18 in a month; null without a cap. */
  land: z.nullable(land),
  /** LAND ×1e18 in this month, with what is not settled yet. */
  spent: land,
});
export type SpendCap = z.output<typeof spendCap>;

export const spendCaps = defineCall("GET $bill-consume/caps", {
  summary: "What each service, and each project, bucket and gateway, has cost in this month, and may cost at most.",
  can: ["list", "deposits"],
  reply: z.object({
    /** The first of the month (UTC). */
    since: z.int(),
    items: z.array(spendCap),
  }),
});

export const editSpendCap = defineCall("PUT $bill-consume/caps", {
  summary: "Sets the most LAND ×1e18 that something may cost in a month; null lifts it.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_SPEND_CAP",
  body: z.object({ ...capTarget, land: z.nullable(land) }),
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
