import { packageList } from "../../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Tiles } from "../../../ui/tiles.tsx";
import { formatAmount, nameOfResource } from "../../overview/usage-tiles.ts";
import styles from "./package.module.css";
import { packageTiles, type Packages } from "./package-tiles.ts";

/** What is used counts up while one looks. */
const pollMs = 30_000;

/** The package of the account: what it holds, what of it is used, and what was added. */
export const PackageCard = () => {
  const { data, error, reload } = useCall(packageList, { pollMs });
  useLive(deposits, reload);
  if (error && !data)
    return (
      <Card title="Package">
        <ErrorState message={error.message} onRetry={reload} />
      </Card>
    );
  return (
    <Card title={data ? names[data.combo.package] : "Package"} text={data && period(data)}>
      <Tiles tiles={data && packageTiles(data)} count={4} />
      {data && data.added.length > 0 && <Added added={data.added} />}
    </Card>
  );
};

const names: Readonly<Record<Packages["combo"]["package"], string>> = {
  TRIAL: "Trial package",
  FREE: "Free package",
  STANDARD: "Standard package",
};

const period = ({ combo }: Packages): string => {
  const since = `Since ${formatDay(combo.efficientAt)}.`;
  if (combo.invalidAt === null) return since;
  const end = formatDay(combo.invalidAt);
  if (combo.package === "TRIAL") return `${since} It ends on ${end}.`;
  return `${since} It begins anew on ${end}; what is on Arweave counts once and for all.`;
};

const addedNames: Readonly<Record<Packages["added"][number]["package"], string>> = {
  BONUS: "Bonus",
  VOUCHER: "Voucher",
  PURCHASE: "Purchase",
};

/** Spent in this order, before the package where they end sooner. */
const Added = ({ added }: Pick<Packages, "added">) => (
  <div className={styles.added}>
    <h3>Included beside the package</h3>
    <ul>
      {added.map(({ package: name, resourceType, size, left, invalidAt }, at) => (
        <li key={at}>
          <strong>{`${addedNames[name]}: ${formatAmount(resourceType, size)} of ${nameOfResource(resourceType)}`}</strong>
          <span>
            {`${formatAmount(resourceType, left)} left, ${invalidAt === null ? "without an end" : `until ${formatDay(invalidAt)}`}`}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
