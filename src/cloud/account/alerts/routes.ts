import { balanceAlert, editBalanceAlert } from "../../../../resources/account/balance-alert.ts";
import {
  editUserSettings,
  emailFields,
  userSettings,
  type EmailSettings,
} from "../../../../resources/account/email-settings.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Alerts } from "./service.ts";

/** Notification preferences. */
export const alertRoutes = (alerts: Alerts): Route[] => [
  route(userSettings, async ({ db, caller }) => ({ letters: await alerts.emailSettingsOf(db, caller.userId) })),
  route(editUserSettings, async ({ db, caller, body: { letters: settings }, logged }) => {
    await alerts.setEmails(db, caller.userId, settings);
    logged({ target: labelsOf(settings) });
    return { letters: settings };
  }),
  route(balanceAlert, ({ db, caller }) => alerts.balanceAlertOf(db, caller.teamId)),
  route(editBalanceAlert, async ({ db, caller, body, logged }) => {
    await alerts.setBalanceAlert(db, caller.teamId, body);
    logged({ target: body.active ? `Below ${body.percentLeft}% left` : "Off" });
    return body;
  }),
];

const labelsOf = (settings: EmailSettings): string => {
  const enabled = Object.entries(emailFields).flatMap(([kind, { label }]) =>
    settings[kind as keyof EmailSettings] ? [label] : [],
  );
  return enabled.length > 0 ? enabled.join(", ") : "None";
};
