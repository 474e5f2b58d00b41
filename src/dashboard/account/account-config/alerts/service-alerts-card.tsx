import { editServiceAlerts, serviceAlerts } from "../../../../../resources/account/service-alerts.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";

const title = "RPC and storage alerts";
const text =
  "Notifies the team's owner in the dashboard and by email, and the team's webhook. Sent once when a value is reached, and again after it recovers.";

/** The team's alerts on error rates, costs and allowances of RPC and storage. */
export const ServiceAlertsCard = () => {
  const { data, error, reload } = useCall(serviceAlerts);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return (
    <FormCard
      title={title}
      text={text}
      form={callForm(editServiceAlerts)}
      initial={data}
      pairs={[
        ["rpcErrors", "storageErrors"],
        ["rpcSpend", "storageSpend"],
        ["rpcQuota", "storageQuota"],
      ]}
      refreshes={[serviceAlerts]}
    />
  );
};
