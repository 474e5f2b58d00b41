import { balanceAlert, editBalanceAlert } from "../../../../resources/account/balance-alert.ts";
import { editUserSettings, userSettings } from "../../../../resources/account/letter-settings.ts";
import { route, type Route } from "../route.ts";
import type { Alerts } from "./service.ts";

/** What people want to be told of. */
export const alertRoutes = (alerts: Alerts): Route[] => [
  route(userSettings, async ({ db, caller }) => ({ letters: await alerts.lettersOf(db, caller.userId) })),
  route(editUserSettings, async ({ db, caller, body: { letters } }) => {
    await alerts.setLetters(db, caller.userId, letters);
    return { letters };
  }),
  route(balanceAlert, ({ db, caller }) => alerts.balanceAlertOf(db, caller.teamId)),
  route(editBalanceAlert, async ({ db, caller, body }) => {
    await alerts.setBalanceAlert(db, caller.teamId, body);
    return body;
  }),
];
