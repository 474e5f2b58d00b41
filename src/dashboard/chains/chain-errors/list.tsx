import { chainErrorCounts, chainErrors } from "../../../../resources/operator/chain-errors.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { classNames } from "../../lib/class-names.ts";
import { formatWhole } from "../../lib/format/count.ts";
import styles from "./chain-errors.module.css";

/** /operator/chain-errors: errors between users' wallets and chains, as reported by browsers. */
export const Component = () => (
  <ListPage
    resource={chainErrors}
    moreFilters={(filters, onFilter) => (
      <KindChoice chosen={filters["kind"] ?? ""} onChoose={(kind) => onFilter("kind", kind)} />
    )}
  />
);

interface KindChoiceProps {
  /** Empty means all kinds. */
  readonly chosen: string;
  readonly onChoose: (kind: string) => void;
}

/** Error kinds with their counts. Filters the list; selecting the active kind clears the filter. */
const KindChoice = ({ chosen, onChoose }: KindChoiceProps) => {
  const { data } = useCall(chainErrorCounts);
  if (!data || data.items.length === 0) return null;
  return (
    <div className={styles.kinds} role="group" aria-label="Kinds">
      {data.items.map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          className={classNames(styles.kind, kind === chosen && styles.chosen)}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind === chosen ? "" : kind)}
        >
          {kind} <b>{formatWhole(count)}</b>
        </button>
      ))}
    </div>
  );
};
