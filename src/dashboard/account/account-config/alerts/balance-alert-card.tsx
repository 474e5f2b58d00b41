import { balanceAlert, editBalanceAlert, type BalanceAlert } from "../../../../../resources/account/balance-alert.ts";
import { teamUsage } from "../../../../../resources/operator/overview.ts";
import { choice, toggle } from "../../../../../resources/declare/fields.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { nameOfResource, offeredItems } from "../../../framework/cost/usage-tiles.ts";
import styles from "./alerts.module.css";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";

const title = "Low allowance";
const text = "Notifies the team's owner in the dashboard and by email when an allowance runs low.";

/** The team's low-allowance alert. */
export const BalanceAlertCard = () => {
  const { data, error, reload } = useCall(balanceAlert);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return (
    <FormCard
      title={title}
      text={text}
      form={alertForm(data)}
      initial={{ active: data.active, percentLeft: String(data.percentLeft) }}
      hidden={({ active }) => (active ? [] : ["percentLeft"])}
      note={({ active, percentLeft }) => <AllowancesLeft threshold={active ? Number(percentLeft) : 0} />}
      refreshes={[balanceAlert]}
    />
  );
};

const usualPercents = [5, 10, 20, 30, 50];

const alertForm = ({ percentLeft: stored }: BalanceAlert) => {
  const percents = [...new Set([...usualPercents, stored])].toSorted((a, b) => a - b).map(String);
  return callForm(editBalanceAlert, {
    fields: {
      active: toggle(
        "Alert when an allowance runs low",
        "Sent once when an allowance falls below the threshold, and again after it recovers.",
      ),
      percentLeft: choice(
        "Threshold",
        percents as [string, ...string[]],
        Object.fromEntries(percents.map((percent) => [percent, `${percent} %`])),
      ),
    },
    body: ({ active, percentLeft }) => ({ active, percentLeft: Number(percentLeft) }),
  });
};

/** Remaining share of each allowance; highlighted below the threshold. */
const AllowancesLeft = ({ threshold }: { readonly threshold: number }) => {
  const { data } = useCall(teamUsage);
  if (!data) return null;
  const left = offeredItems(data)
    .filter(({ allowed }) => allowed > 0)
    .map(({ resourceType, left: rest, allowed }) => ({
      name: nameOfResource(resourceType),
      percent: Math.floor((rest * 100) / allowed),
    }));
  return (
    <dl className={styles["left"]} aria-label="Remaining now">
      {left.map(({ name, percent }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={percent <= threshold ? styles["low"] : undefined}>{percent}% left</dd>
        </div>
      ))}
    </dl>
  );
};
