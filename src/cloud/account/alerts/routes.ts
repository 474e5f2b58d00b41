import { balanceAlert, editBalanceAlert } from "../../../../resources/account/balance-alert.ts";
import {
  editServiceAlerts,
  serviceAlertKinds,
  serviceAlerts,
  type ServiceAlertKind,
  type ServiceAlerts,
} from "../../../../resources/account/service-alerts.ts";
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
    const alert = { ...(await alerts.balanceAlertOf(db, caller.teamId)), ...body };
    await alerts.setBalanceAlert(db, caller.teamId, alert);
    logged({ target: alert.active ? `Below ${alert.percentLeft}% left` : "Off" });
    return alert;
  }),
  route(serviceAlerts, ({ db, caller }) => alerts.serviceAlertsOf(db, caller.teamId)),
  route(editServiceAlerts, async ({ db, caller, body, logged }) => {
    await alerts.setServiceAlerts(db, caller.teamId, body);
    logged({ target: namesOf(body) });
    return body;
  }),
];

const namesOf = (alerts: ServiceAlerts): string => {
  const enabled = Object.entries(serviceAlertKinds).flatMap(([kind, { label }]) =>
    alerts[kind as ServiceAlertKind] ? [label] : [],
  );
  return enabled.length > 0 ? enabled.join(", ") : "Off";
};

const labelsOf = (settings: EmailSettings): string => {
  const enabled = Object.entries(emailFields).flatMap(([kind, { label }]) =>
    settings[kind as keyof EmailSettings] ? [label] : [],
  );
  return enabled.length > 0 ? enabled.join(", ") : "None";
};
