import { useMemo } from "react";
import { actionLabel } from "../../../../resources/account/operation-actions.ts";
import { exportOperations } from "../../../../resources/account/operation-calls.ts";
import { operationLog } from "../../../../resources/account/operation-log.ts";
import { operationCountMax } from "../../../../resources/limits.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { Moment, optionLabel } from "../../framework/widgets/cell.tsx";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { TwoLines } from "../../ui/two-lines.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { Filters } from "./filters.tsx";
import { nameOf, shownAddress } from "./labels.ts";
import { PageButtons } from "./page-buttons.tsx";
import { useLogState } from "./use-log-state.ts";

/** How often the newest page checks for new entries. */
const newestPollMs = 5000;

/** /account/operation-log: the team's operations, newest first. */
export const Component = () => {
  const state = useLogState();
  const { size, filters } = state;
  const isNewest = filters["before"] === undefined;
  const { rows } = useRecords(operationLog, { size, filters });
  const entry = useMemo(() => rows?.find(({ id }) => id === state.openedId), [rows, state.openedId]);
  return (
    <ListPage
      resource={operationLog}
      cells={cells}
      bare
      create={
        <CsvButton
          spec={exportOperations}
          // The export starts with the newest entry, regardless of the page.
          query={Object.fromEntries(Object.entries(filters).filter(([name]) => name !== "before"))}
          name={datedName("operation-log")}
          title="Filtered entries, up to 50,000"
        />
      }
      rowHref={({ id }) => state.hrefOf(id)}
      pollMs={() => (isNewest ? newestPollMs : false)}
      frame={(table) => (
        <>
          <Filters filters={filters} range={state.range} onFilter={state.setFilter} onRange={state.setRange} />
          {table}
          {entry && <EntryDialog entry={entry} onClose={state.close} />}
        </>
      )}
      pages={(shown, total) => (
        <PageButtons
          shown={shown.length}
          total={total}
          countedTo={operationCountMax}
          size={size}
          isNewest={isNewest}
          onSize={state.setSize}
          onNewest={state.toNewest}
          onOlder={() => state.toOlder(shown.at(-1)!.id)}
        />
      )}
    />
  );
};

const { fields } = operationLog;

const cells: Cells<typeof operationLog> = {
  action: ({ action, target }) => (
    <TwoLines first={actionLabel(action)} second={<span title={target}>{target}</span>} />
  ),
  userName: (row) => (
    <TwoLines
      first={<span title={row.address || undefined}>{nameOf(row)}</span>}
      second={row.userName === "" || nameOf(row) === shownAddress(row) ? "" : shownAddress(row)}
    />
  ),
  role: ({ role }) =>
    role ? <span className="fh-pill">{optionLabel(fields.role, role)}</span> : <span className="fh-muted">–</span>,
  ip: ({ via, ip }) => <TwoLines first={optionLabel(fields.via, via)} second={<span title={ip}>{ip}</span>} />,
  createdAt: ({ createdAt }) => <TwoLines first={<Moment seconds={createdAt} />} second={formatMoment(createdAt)} />,
};
