import { useMemo } from "react";
import { operationLog } from "../../../../resources/account/operation-log.ts";
import { operationCountMax } from "../../../../resources/limits.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { columns, type Operation } from "./columns.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { ExportButton } from "./export-button.tsx";
import { Filters } from "./filters.tsx";
import { PageButtons } from "./page-buttons.tsx";
import { useLogState } from "./use-log-state.ts";

/** How often the newest page checks for new entries. */
const newestPollMs = 5000;

/** /account/operation-log: the team's operations, newest first. */
export const Component = () => {
  const state = useLogState();
  const { size, filters } = state;
  const isNewest = filters["before"] === undefined;
  const { rows, total, error, reload } = useRecords(operationLog, {
    size,
    filters,
    pollMs: () => (isNewest ? newestPollMs : false),
  });
  const entry = useMemo(() => rows?.find(({ id }) => id === state.openedId), [rows, state.openedId]);
  const isEmpty = rows?.length === 0;
  return (
    <>
      <PageHeader
        title={operationLog.title}
        text="Changes made by you and your team members. Entries are kept for a year."
        actions={<ExportButton filters={filters} />}
      />
      <Filters filters={filters} range={state.range} onFilter={state.setFilter} onRange={state.setRange} />
      <DataTable<Operation>
        label={operationLog.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => state.hrefOf(id)}
        skeletonRows={size}
        empty={
          state.isFiltered ? (
            <Empty icon="search" title="No operations found" text="Try another search or clear a filter." />
          ) : (
            <Empty
              icon="history"
              {...(isNewest ? operationLog.list.empty : { title: "No older entries" })}
              action={isNewest ? undefined : <Button onClick={state.toNewest}>Show newest</Button>}
            />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {rows && !isEmpty && (
        <PageButtons
          shown={rows.length}
          total={total}
          countedTo={operationCountMax}
          size={size}
          isNewest={isNewest}
          onSize={state.setSize}
          onNewest={state.toNewest}
          onOlder={() => state.toOlder(rows.at(-1)!.id)}
        />
      )}
      {entry && <EntryDialog entry={entry} onClose={state.close} />}
    </>
  );
};
