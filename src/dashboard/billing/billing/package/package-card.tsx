import { packageList } from "../../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { type Tile, Tiles } from "../../../ui/panels/tiles.tsx";
import { formatAmount, nameOfResource, resourceTile } from "../../../framework/cost/usage-tiles.ts";
import styles from "./package.module.css";

/** Refreshes usage while the page is open. */
const pollMs = 30_000;

/** The account's package: allowances, usage and add-ons. */
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
  if (combo.package === "TRIAL") return `${since} Ends ${end}.`;
  return `${since} Resets ${end}, except for Arweave storage.`;
};

const addedNames: Readonly<Record<Packages["added"][number]["package"], string>> = {
  BONUS: "Bonus",
  VOUCHER: "Voucher",
  PURCHASE: "Purchase",
};

/** Used in this order, before the package if they expire sooner. */
const Added = ({ added }: Pick<Packages, "added">) => (
  <div className={styles.added}>
    <h3>Add-ons</h3>
    <ul>
      {added.map(({ package: name, resourceType, size, left, invalidAt }, at) => (
        <li key={at}>
          <strong>{`${addedNames[name]}: ${formatAmount(resourceType, size)} of ${nameOfResource(resourceType)}`}</strong>
          <span>
            {`${formatAmount(resourceType, left)} left, ${invalidAt === null ? "never expires" : `expires ${formatDay(invalidAt)}`}`}
          </span>
        </li>
      ))}
    </ul>
  </div>
);

type Packages = Reply<typeof packageList>;

/** Returns a tile for each resource with an allowance or usage. */
const packageTiles = ({ combo, realTimeItems }: Packages): Tile[] =>
  realTimeItems.flatMap(({ resourceType, size: used }): Tile[] => {
    const allowed = sizeIn(combo.resourceItems, resourceType);
    if (allowed === 0 && used === 0) return [];
    return [resourceTile({ resourceType, used, allowed, left: allowed - sizeIn(combo.consumeItems, resourceType) })];
  });

const sizeIn = (items: Packages["realTimeItems"], resource: MeteredResource): number =>
  items.find(({ resourceType }) => resourceType === resource)?.size ?? 0;
