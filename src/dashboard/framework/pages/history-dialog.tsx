import { actionLabel } from "../../../../resources/account/operation-log/operation-actions.ts";
import { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import { nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { callsOf } from "../../../../resources/declare/endpoints.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useRecords } from "../data/use-records.ts";
import { Moment, optionLabel } from "../widgets/cell.tsx";
import styles from "./history.module.css";

const newest = 20;

interface HistoryDialogProps {
  readonly object: string;
  readonly resource: Resource;
  readonly onClose: () => void;
}

/** The newest entries of the operation log that concern an object, with a link to all of them. */
export const HistoryDialog = ({ object, resource, onClose }: HistoryDialogProps) => {
  // Names may be equal across product areas: a project and a bucket.
  const family = callsOf(resource)
    .find(({ log }) => typeof log === "string")
    ?.log?.toString()
    .split("_")[0];
  const filters = { object, ...(family && { family }) };
  const { rows, total, error, reload } = useRecords(operationLog, { size: newest, filters });
  return (
    <Dialog
      title="History"
      width={600}
      onClose={onClose}
      footer={
        <LinkButton to={`${operationLog.routes.list}?${new URLSearchParams(filters)}`} onClick={onClose}>
          {total > newest ? "View all in the operation log" : "Open in the operation log"}
        </LinkButton>
      }
    >
      {!rows && !error && <Skeleton lines={6} />}
      {!rows && error && <ErrorState message={error.message} onRetry={reload} />}
      {rows?.length === 0 && (
        <Empty icon="history" title="No history yet" text={`Changes to this ${nounOf(resource)} are listed here.`} />
      )}
      <ul className={styles.entries}>
        {rows?.map(({ id, action, target, userName, address, via, createdAt }) => (
          <li key={id}>
            <TwoLines first={actionLabel(action)} second={target === object ? "" : target} />
            <TwoLines
              first={userName.startsWith("0x") || userName === "" ? shortenAddress(address) : userName}
              second={via === "SESSION" ? "" : optionLabel(operationLog.fields.via, via)}
            />
            <Moment seconds={createdAt} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
