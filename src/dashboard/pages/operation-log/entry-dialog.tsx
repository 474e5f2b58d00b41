import { actionLabel } from "../../../../resources/account/operation-actions.ts";
import { operationLog } from "../../../../resources/account/operation-log.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { DescriptionList, type Fact } from "../../ui/description-list.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { Operation } from "./use-log-state.ts";
import styles from "./operation-log.module.css";
import { labelOf, nameOf, shownAddress, valueOf } from "./labels.ts";

interface EntryDialogProps {
  readonly entry: Operation;
  readonly onClose: () => void;
}

const { fields } = operationLog;

/** All details of an operation. */
export const EntryDialog = ({ entry, onClose }: EntryDialogProps) => {
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
