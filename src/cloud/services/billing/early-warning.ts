/**
 * The low-balance alert: the LAND part of the balance alert (services/alerts), under the names of the billing calls.
 */
import { earlyWarningLand } from "../../../../resources/account/balance-alert.ts";
import type { EarlyWarning } from "../../../../resources/billing/account-calls.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Alerts } from "../alerts/service.ts";

type AlertStore = Pick<Alerts, "balanceAlertOf" | "setBalanceAlert">;

export const earlyWarningOf = async (alerts: AlertStore, db: Db, teamId: string): Promise<EarlyWarning> => {
  const { active, landLeft } = await alerts.balanceAlertOf(db, teamId);
  return { enable: active && landLeft !== null, land: landLeft ?? earlyWarningLand };
};

/** Turning it off keeps the allowance alerts; turning it on enables alerts. */
export const setEarlyWarning = async (
  alerts: AlertStore,
  trx: Trx,
  teamId: string,
  { enable, land }: EarlyWarning,
): Promise<void> => {
  const alert = await alerts.balanceAlertOf(trx, teamId);
  const values = enable ? { active: true, landLeft: land } : { landLeft: null };
  await alerts.setBalanceAlert(trx, teamId, { ...alert, ...values });
};
