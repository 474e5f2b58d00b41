import { teamUsage } from "../../../../../resources/cloud/overview.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { nameOfResource, offeredItems } from "../../overview/usage-tiles.ts";
import styles from "./alerts.module.css";

/** Remaining share of each allowance; highlighted below the threshold. */
export const AllowancesLeft = ({ threshold }: { readonly threshold: number }) => {
  const { data } = useCall(teamUsage);
  if (!data) return null;
  const left = offeredItems(data)
    .filter(({ allowed }) => allowed > 0)
    .map(({ resourceType, used, allowed }) => ({
      name: nameOfResource(resourceType),
      percent: Math.max(0, Math.floor(((allowed - used) * 100) / allowed)),
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
