/** Balance alert: when a team's owner is notified of a low allowance or balance. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { alertPercentDefault, alertPercentMax, alertPercentMin } from "../limits.ts";

const percentMessage = `Enter a number from ${alertPercentMin} to ${alertPercentMax}.`;

const alert = z.object({
  active: z.boolean(),
  /** Percentage of each allowance: traffic, build time, storage. */
  percentLeft: z
    .int(percentMessage)
    .check(z.gte(alertPercentMin, percentMessage), z.lte(alertPercentMax, percentMessage)),
  /** Balance in LAND ×1e18; null turns the balance alert off. */
  landLeft: z.nullable(z.string().check(z.regex(/^\d{1,60}$/))),
});
export type BalanceAlert = z.output<typeof alert>;

/** Default threshold: the owner is notified below this balance (LAND ×1e18). */
export const earlyWarningLand = (500_000n * 10n ** 18n).toString();

/** Default settings. */
export const balanceAlertDefault: BalanceAlert = {
  active: true,
  percentLeft: alertPercentDefault,
  landLeft: earlyWarningLand,
};

export const balanceAlert = defineCall("GET $auth/team/balance-alert", {
  summary: "Returns the team's low-allowance and low-balance alert thresholds.",
  can: ["show", "team-settings"],
  reply: alert,
});

export const editBalanceAlert = defineCall("PUT $auth/team/balance-alert", {
  reads: "GET $auth/team/balance-alert",
  summary: "Sets the share of an allowance below which the owner is notified, or turns the alert off.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_BALANCE_ALERT",
  partial: true,
  body: z.partial(alert),
  reply: alert,
});

export const balanceAlertCalls = [balanceAlert, editBalanceAlert];
