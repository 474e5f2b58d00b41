import type { AiKey } from "../../../../../resources/ai-rpc/key-calls.ts";
import { countOf } from "../../../lib/format/count.ts";
import { formatLand } from "../../../lib/format/land.ts";
import type { Column } from "../../../ui/data-table-types.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";
import { Meter } from "../../../ui/tiles.tsx";
import { shareOf } from "./periods.ts";
import styles from "./keys.module.css";

export const keyColumns: readonly Column<AiKey>[] = [
  { key: "name", title: "Name", cell: ({ name }) => <span title={name}>{name}</span> },
  { key: "state", title: "Status", cell: (key) => <KeyState shown={key} />, width: "190px" },
  { key: "used", title: "This month", cell: (key) => <MonthUse shown={key} />, width: "230px" },
  {
    key: "models",
    title: "Models",
    cell: ({ models }) => (models.length === 0 ? "All" : countOf(models.length, "model")),
    width: "120px",
    wideOnly: true,
  },
];

/** A key's status, with the reached limit if any. */
export const KeyState = ({ shown: { isActive, reached } }: { readonly shown: Pick<AiKey, "isActive" | "reached"> }) => {
  if (!isActive) return <StatusTag state="cancelled" label="Inactive" />;
  return reached ? (
    <StatusTag state="warning" label={`${reached.charAt(0).toUpperCase()}${reached.slice(1)} limit reached`} />
  ) : (
    <StatusTag state="online" label="Active" />
  );
};

const MonthUse = ({ shown: { used, limit } }: { readonly shown: AiKey }) =>
  limit === null ? (
    `${formatLand(used)} LAND`
  ) : (
    <span className={styles.use}>
      <span>
        {formatLand(used)} of {formatLand(limit)} LAND
      </span>
      <Meter label="Used of the monthly limit" share={shareOf(used, limit)} />
    </span>
  );
