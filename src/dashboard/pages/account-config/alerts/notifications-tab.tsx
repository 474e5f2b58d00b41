import { useAllows } from "../../../framework/use-allows.ts";
import { BalanceAlertCard } from "./balance-alert-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";

/** Notification settings. */
export const NotificationsTab = () => {
  const mayEditTeam = useAllows()("edit", "team-settings");
  return (
    <div className="fh-stack">
      <NotificationsCard />
      {mayEditTeam && <BalanceAlertCard />}
    </div>
  );
};
