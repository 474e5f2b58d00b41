import { budget, editBudget } from "../../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";

const title = "Budget";
const text = "Notifies the team's owner in the dashboard and by email as the month's cost grows.";

/** The team's monthly budget. */
export const BudgetCard = () => {
  const { data, error, reload } = useCall(budget);
  const mayEdit = useAllows()("edit", deposits.name);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return (
    <FormCard
      title={title}
      text={text}
      form={callForm(editBudget)}
      initial={data}
      hidden={({ enable }) => (enable ? [] : ["land"])}
      readOnly={!mayEdit}
      refreshes={[budget]}
    />
  );
};
