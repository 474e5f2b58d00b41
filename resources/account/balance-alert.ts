/** When the owner of a team is told that it runs out of what it may use. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { alertPercentDefault, alertPercentMax, alertPercentMin } from "../limits.ts";

const percentMessage = `Type a number from ${alertPercentMin} to ${alertPercentMax}.`;

const alert = z.object({
  active: z.boolean(),
  /** Of each allowance: traffic, build time, storage. */
  percentLeft: z
    .int(percentMessage)
    .check(z.gte(alertPercentMin, percentMessage), z.lte(alertPercentMax, percentMessage)),
  /** Of the balance, LAND ×1e18; null: the balance brings no alert. */
  landLeft: z.nullable(z.string().check(z.regex(/^\d{1,60}$/))),
});
export type BalanceAlert = z.output<typeof alert>;

/** LAND ×1e18 below which the owner is told, until a team has chosen. */
export const earlyWarningLand = (500_000n * 10n ** 18n).toString();

/** Until a team has chosen. */
export const balanceAlertDefault: BalanceAlert = {
  active: true,
  percentLeft: alertPercentDefault,
  landLeft: earlyWarningLand,
};

export const balanceAlert = defineCall("GET $auth/team/balance-alert", {
  summary: "When the team's owner is told that an allowance runs low.",
  can: ["show", "team-settings"],
  reply: alert,
});

export const editBalanceAlert = defineCall("PUT $auth/team/balance-alert", {
  summary: "Sets the share of an allowance below which the owner is told, or turns that off.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_BALANCE_ALERT",
  body: alert,
  reply: alert,
});

export const balanceAlertCalls = [balanceAlert, editBalanceAlert];
