import { earlyWarn, editEarlyWarn } from "../../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";

const title = "Low balance";
const text = "Notifies the team's owner in the dashboard and by email when the balance runs low.";

/** The low-balance alert. */
export const EarlyWarningCard = () => {
  const { data, error, reload } = useCall(earlyWarn);
  const mayEdit = useAllows()("edit", deposits.name);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return (
    <FormCard
      title={title}
      text={text}
      form={callForm(editEarlyWarn)}
      initial={data}
      hidden={({ enable }) => (enable ? [] : ["land"])}
      readOnly={!mayEdit}
      refreshes={[earlyWarn]}
    />
  );
};
