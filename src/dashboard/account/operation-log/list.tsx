import { actionLabel } from "../../../../resources/account/operation-log/operation-actions.ts";
import { exportOperations } from "../../../../resources/account/operation-log/operation-calls.ts";
import { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import { readListState } from "../../framework/data/use-list-state.ts";
import { useUrlQuery } from "../../framework/data/use-url-query.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { Moment, optionLabel } from "../../framework/widgets/cell.tsx";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList, type Fact } from "../../ui/panels/description-list.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { nameOf, shownAddress, type Operation } from "../flows/activity/actor.ts";
import { labelOf, valueOf } from "./labels.ts";
import styles from "./operation-log.module.css";

/** How often the newest page checks for new entries. */
const newestPollMs = 5000;

/** /account/operation-log: the team's operations, newest first. */
export const Component = () => {
  const { query, change } = useUrlQuery();
  // The export starts with the newest entry, regardless of the page.
  const { before, ...filters } = readListState(operationLog, query).filters;
  return (
    <ListPage
      resource={operationLog}
      cells={cells}
      create={
        <CsvButton
          spec={exportOperations}
          query={filters}
          name={datedName("operation-log")}
          title="Filtered entries, up to 50,000"
        />
      }
      pollMs={() => (before === undefined ? newestPollMs : false)}
      moreFilters={({ object = "" }) =>
        object && (
          <p className={styles.object}>
            <span>
              Entries of <strong>{object}</strong>
            </span>
            <Button size="small" onClick={() => change({ object: "", family: "", before: "", entry: "" })}>
              Show all
            </Button>
          </p>
        )
      }
      opened={(entry, onClose) => <EntryDialog entry={entry} onClose={onClose} />}
    />
  );
};

const { fields } = operationLog;

const cells: Cells<typeof operationLog> = {
  action: ({ action, target }) => <TwoLines first={actionLabel(action)} second={target} />,
  userName: (row) => (
    <TwoLines
      first={<span title={row.address || undefined}>{nameOf(row)}</span>}
      second={row.userName === "" || nameOf(row) === shownAddress(row) ? "" : shownAddress(row)}
    />
  ),
  via: ({ via, ip }) => <TwoLines first={optionLabel(fields.via, via)} second={ip} />,
  createdAt: ({ createdAt }) => <TwoLines first={<Moment seconds={createdAt} />} second={formatMoment(createdAt)} />,
};

interface EntryDialogProps {
  readonly entry: Operation;
  readonly onClose: () => void;
}

/** All details of an operation. */
const EntryDialog = ({ entry, onClose }: EntryDialogProps) => {
  const { withheld, ...details } = entry.details;
  const shown = Object.entries(details).filter(([, value]) => value !== entry.target);
  return (
    <Dialog
      title={actionLabel(entry.action)}
      width={600}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.entry}>
        <DescriptionList facts={factsOf(entry)} />
        {shown.length > 0 && (
          <section>
            <h3>Details</h3>
            <DescriptionList facts={shown.map(([key, value]) => ({ label: labelOf(key), value: valueOf(value) }))} />
          </section>
        )}
        {Array.isArray(withheld) && (
          <p className="fh-muted">Not logged because they may be secret: {withheld.map(labelOf).join(", ")}.</p>
        )}
      </div>
    </Dialog>
  );
};

const factsOf = (entry: Operation): Fact[] => [
  ...(entry.target ? [{ label: "Target", value: entry.target }] : []),
  ...(nameOf(entry) === shownAddress(entry) ? [] : [{ label: "User", value: nameOf(entry) }]),
  ...(entry.address
    ? [{ label: "Address", value: <CopyText text={entry.address} shown={shownAddress(entry)} label="address" /> }]
    : []),
  ...(entry.role ? [{ label: "Role", value: optionLabel(fields.role, entry.role) }] : []),
  { label: "Source", value: optionLabel(fields.via, entry.via) },
  ...(entry.ip ? [{ label: "IP address", value: entry.ip }] : []),
  { label: "Time", value: formatMoment(entry.createdAt) },
  { label: "Action code", value: <code>{entry.action}</code> },
];
