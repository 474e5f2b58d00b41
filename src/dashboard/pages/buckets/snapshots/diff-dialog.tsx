import { useState } from "react";
import { diffSnapshots, type Snapshot } from "../../../../../resources/bucket/snapshots.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { FileChanges } from "../../../framework/widgets/file-changes/file-changes.tsx";
import { formatMoment } from "../../../lib/format/date.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SelectField } from "../../../ui/text-field.tsx";

interface DiffDialogProps {
  readonly snapshot: Snapshot;
  /** Snapshots to compare with, newest first. */
  readonly others: readonly Snapshot[];
  readonly onClose: () => void;
}

/** Changes from another snapshot to this one. Starts with the previous snapshot. */
export const DiffDialog = ({ snapshot, others, onClose }: DiffDialogProps) => {
  const before = others.find(({ createdAt }) => createdAt <= snapshot.createdAt) ?? others[0];
  const [otherId, setOtherId] = useState(before?.id);
  return (
    <Dialog title="Compare snapshots" width={920} onClose={onClose}>
      {otherId === undefined ? (
        <Empty
          icon="history"
          title="Nothing to compare with"
          text="No other snapshot yet. Create one after files change."
        />
      ) : (
        <div className="fh-stack">
          <SelectField
            label={`Compare ${labelOf(snapshot)} with`}
            value={otherId}
            options={others.map((other) => ({ value: other.id, label: labelOf(other) }))}
            onChange={setOtherId}
          />
          <Changes id={snapshot.id} otherId={otherId} />
        </div>
      )}
    </Dialog>
  );
};

const labelOf = ({ createdAt, prefix }: Snapshot): string =>
  `${formatMoment(createdAt)}${prefix === "" ? "" : ` (${prefix})`}`;

const Changes = ({ id, otherId }: { readonly id: string; readonly otherId: string }) => {
  const { data, error, reload } = useCall(diffSnapshots, { params: { id, otherId } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  return data ? <FileChanges {...data} /> : <Skeleton lines={5} />;
};
