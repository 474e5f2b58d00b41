import type { ReactNode } from "react";
import { pins, pinStates } from "../../../../resources/bucket/pins.ts";
import { useListState } from "../../framework/data/use-list-state.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListFilters } from "../../framework/pages/list-filters.tsx";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import type { Resource } from "../../../../resources/define.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import type { Pin } from "./list.tsx";
import { pinColumns } from "./pin-columns.tsx";

interface PinListProps {
  readonly resource: Resource;
  readonly onReplace: (pin: Pin) => void;
  readonly emptyAction: ReactNode;
}

const unsettled: readonly string[] = [pinStates[0], pinStates[1]];
/** Fallback for missed live updates. */
const waitingMs = 10_000;

/** Pins with live status. */
export const PinList = ({ resource, onReplace, emptyAction }: PinListProps) => {
  const { state, pager, setFilter } = useListState(pins);
  const { rows, total, error, reload } = useRecords(pins, {
    ...state,
    pollMs: (shown) => (shown.some(({ status }) => unsettled.includes(status as string)) ? waitingMs : false),
  });
  const allows = useAllows();
  const declared = useRecordActions(resource);
  const isFiltered = Object.keys(state.filters).length > 0;
  const actions = (pin: Pin): MenuItem[] => [
    ...(pin.status === "pinned"
      ? [{ label: "Open", icon: "external" as const, to: `${location.origin}/ipfs/${pin.cid}` }]
      : []),
    ...(pin.details === "" ? [] : [{ label: "Show reason", icon: "info" as const, onSelect: () => showReason(pin) }]),
    ...(allows("edit", pins.name)
      ? [{ label: "Replace", icon: "refresh" as const, onSelect: () => onReplace(pin) }]
      : []),
    ...declared(pin).map((item) => (item.label === "Delete" ? { ...item, label: "Remove" } : item)),
  ];
  return (
    <div>
      <ListFilters resource={resource} filters={state.filters} onFilter={setFilter} />
      <DataTable<Pin>
        label="Pins"
        columns={pinColumns}
        rows={rows}
        rowKey={({ id }) => id}
        rowActions={actions}
        skeletonRows={3}
        empty={
          isFiltered ? (
            <Empty icon="search" title="No results" text="Change the search or remove a filter." />
          ) : (
            <Empty icon="pin" {...pins.list.empty} action={emptyAction} />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination {...pager} total={total} />
    </div>
  );
};

/** Shows the full reason, which rows truncate. */
const showReason = ({ name, cid, details }: Pin): void =>
  void dialogs.alert({ title: name ?? cid, text: details, ok: "Close" });
