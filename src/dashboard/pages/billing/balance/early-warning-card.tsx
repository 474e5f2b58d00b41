import { earlyWarn, editEarlyWarn, type EarlyWarning } from "../../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Switch } from "../../../ui/text-field.tsx";
import { LoadingCard } from "../../account-config/alerts/loading-card.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import { LandField } from "../land-field.tsx";

const title = "Low balance";
const text = "Notifies the team's owner in the dashboard and by email when the balance runs low.";

/** The low-balance alert. */
export const EarlyWarningCard = () => {
  const { data, error, reload } = useCall(earlyWarn);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return <WarningForm warning={data} />;
};

const WarningForm = ({ warning }: { readonly warning: EarlyWarning }) => {
  const mayEdit = useAllows()("edit", deposits.name);
  const part = useCallPart(editEarlyWarn, { draft: "early-warning", saved: warning, reads: earlyWarn });
  const { enable, land } = part.values;
  return (
    <SettingsCard title={title} text={text} part={part} readOnly={!mayEdit}>
      <Switch
        label="Alert when LAND runs low"
        hint="Sent once when the balance falls below the amount, and again after it recovers."
        checked={enable}
        disabled={part.saving || !mayEdit}
        onChange={(on) => part.change({ enable: on })}
      />
      <LandField
        label="Amount of LAND"
        land={land}
        disabled={!enable || part.saving || !mayEdit}
        error={part.problems["land"] ?? ""}
        onChange={(input) => part.change({ land: input })}
      />
    </SettingsCard>
  );
};
