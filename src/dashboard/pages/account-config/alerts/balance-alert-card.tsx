import { balanceAlert, editBalanceAlert, type BalanceAlert } from "../../../../../resources/account/balance-alert.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { SelectField, Switch } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import styles from "./alerts.module.css";
import { AllowancesLeft } from "./allowances-left.tsx";
import { LoadingCard } from "./loading-card.tsx";

const title = "Balance alert";
const text = "Notifies the team's owner in the dashboard and by email when an allowance runs low.";

/** The team's low-allowance alert. */
export const BalanceAlertCard = () => {
  const { data, error, reload } = useCall(balanceAlert);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return <AlertForm alert={data} />;
};

const usualPercents = [5, 10, 20, 30, 50];

const AlertForm = ({ alert }: { readonly alert: BalanceAlert }) => {
  const part = useCallPart(editBalanceAlert, { draft: "balance-alert", saved: alert, reads: balanceAlert });
  const { active, percentLeft } = part.values;
  const percents = [...new Set([...usualPercents, alert.percentLeft])].toSorted((a, b) => a - b);
  return (
    <SettingsCard title={title} text={text} part={part}>
      <Switch
        label="Alert when an allowance runs low"
        hint="Sent once when an allowance falls below the threshold, and again after it recovers."
        checked={active}
        disabled={part.saving}
        onChange={(on) => part.change({ active: on })}
      />
      <div className={styles["share"]}>
        <SelectField
          label="Threshold"
          value={String(percentLeft)}
          options={percents.map((percent) => ({ value: String(percent), label: `${percent} %` }))}
          disabled={!active || part.saving}
          onChange={(value) => part.change({ percentLeft: Number(value) })}
        />
      </div>
      <AllowancesLeft threshold={active ? percentLeft : 0} />
    </SettingsCard>
  );
};
