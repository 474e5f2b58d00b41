import { useMemo } from "react";
import { actionLabel } from "../../../../resources/account/operation-log/operation-actions.ts";
import { exportOperations, operationUsers } from "../../../../resources/account/operation-log/operation-calls.ts";
import { operationFamilies } from "../../../../resources/account/operation-log/operation-families.ts";
import { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import { operationCountMax } from "../../../../resources/limits.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { readListState } from "../../framework/data/use-list-state.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { useUrlQuery } from "../../framework/data/use-url-query.ts";
import { DateRangeSelector, type DateRange } from "../../framework/forms/date-range.tsx";
import { DelayedSearch } from "../../framework/pages/list-filters.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { Moment, optionLabel } from "../../framework/widgets/cell.tsx";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList, type Fact } from "../../ui/panels/description-list.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { nameOf, shownAddress, type Operation } from "../flows/activity/actor.ts";
import { labelOf, valueOf } from "./labels.ts";
import styles from "./operation-log.module.css";

/** How often the newest page checks for new entries. */
const newestPollMs = 5000;

/** /account/operation-log: the team's operations, newest first. */
export const Component = () => {
  const state = useLogState();
  const { size, filters, isNewest } = state;
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
          <Filters state={state} />
          {table}
          {entry && <EntryDialog entry={entry} onClose={state.close} />}
        </>
      )}
      pages={(shown, total) => <PageButtons shown={shown} total={total} state={state} />}
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

const roles = [
  { value: "ALL", label: "All" },
  { value: "OWNER", label: "Owner" },
  { value: "MEMBER", label: "Member" },
] as const;

/** Filters by role, time, target, user and product area. */
const Filters = ({ state: { filters, range, setFilter, setRange, showAll } }: { readonly state: LogState }) => {
  const { role = "ALL", userId = "", family = "", keyword = "" } = filters;
  const { data } = useCall(operationUsers);
  const users = data?.items ?? [];
  const isListed = userId === "" || users.some((user) => user.userId === userId);
  return (
    <>
      <div className={styles.first}>
        <Segmented
          label="Role"
          options={roles}
          value={role as (typeof roles)[number]["value"]}
          onChange={(value) => setFilter("role", value === "ALL" ? "" : value)}
        />
        <DateRangeSelector label="Time" value={range} onChange={setRange} onClear={() => setRange()} />
      </div>
      {filters["object"] && (
        <p className={styles.object}>
          <span>
            Entries of <strong>{filters["object"]}</strong>
          </span>
          <Button size="small" onClick={showAll}>
            Show all
          </Button>
        </p>
      )}
      <div className="fh-filters" role="search">
        <DelayedSearch label="Search by name" value={keyword} onChange={(value) => setFilter("keyword", value)} />
        <label>
          <span className="fh-hidden">User</span>
          <select className="fh-select" value={userId} onChange={(event) => setFilter("userId", event.target.value)}>
            <option value="">Any user</option>
            {!isListed && <option value={userId}>Unknown user</option>}
            {users.map((user) => (
              <option key={user.userId} value={user.userId}>
                {nameOf({ ...user, via: "SESSION" })}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="fh-hidden">Product area</span>
          <select className="fh-select" value={family} onChange={(event) => setFilter("family", event.target.value)}>
            <option value="">Any action</option>
            {Object.entries(operationFamilies).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
};

interface PageButtonsProps {
  readonly shown: readonly Operation[];
  /** Entries on the page and older. */
  readonly total: number;
  readonly state: LogState;
}

const sizes = [10, 20, 50, 100];

/** Moves to older entries and back to the newest. Numbered pages would shift as the log grows. */
const PageButtons = ({ shown, total, state }: PageButtonsProps) => {
  const older = total - shown.length;
  if (older === 0 && state.isNewest && shown.length <= sizes[0]!) return null;
  return (
    <nav className={`${styles.pages} fh-pagination`} aria-label="Pages">
      <span>{olderLabel(older, total >= operationCountMax)}</span>
      <span>
        <label>
          <span className="fh-hidden">Rows per page</span>
          <select
            className="fh-select"
            value={state.size}
            onChange={(event) => state.setSize(Number(event.target.value))}
          >
            {sizes.map((option) => (
              <option key={option} value={option}>
                {option} per page
              </option>
            ))}
          </select>
        </label>
        {!state.isNewest && (
          <Button size="small" onClick={state.toNewest}>
            Newest
          </Button>
        )}
        {older > 0 && (
          <Button size="small" onClick={() => state.toOlder(shown.at(-1)!.id)}>
            Older
          </Button>
        )}
      </span>
    </nav>
  );
};

const olderLabel = (older: number, isMore: boolean): string => {
  if (older === 0) return "No older entries";
  return `${older}${isMore ? " or more" : ""} older`;
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

type LogState = ReturnType<typeof useLogState>;

const opened = "entry";

/** Filters, page and open entry, all stored in the URL. */
const useLogState = () => {
  const { query, change, hrefOf } = useUrlQuery();
  const { size, filters } = useMemo(() => readListState(operationLog, query), [query]);
  const applyFilter = (values: Readonly<Record<string, string>>) => change({ ...values, before: "", [opened]: "" });
  const turnTo = (before: string) => change({ before, [opened]: "" }, {});
  return {
    size,
    filters,
    isNewest: filters["before"] === undefined,
    range: rangeIn(filters),
    setFilter: (name: string, value: string) => applyFilter({ [name]: value }),
    setRange: (range?: DateRange) => applyFilter(rangeParameters(range)),
    /** Removes the filters of an object's history. */
    showAll: () => applyFilter({ object: "", family: "" }),
    setSize: (value: number) => applyFilter({ size: String(value) }),
    /** Goes to an older page; the browser's back button returns. */
    toOlder: turnTo,
    toNewest: () => turnTo(""),
    openedId: query.get(opened),
    hrefOf: (id: string) => hrefOf({ [opened]: id }),
    close: () => change({ [opened]: "" }),
  };
};

const rangeParameters = (range: DateRange | undefined): Readonly<Record<string, string>> => {
  const none = { range: "", startAt: "", endAt: "" };
  if (typeof range !== "object") return { ...none, range: range ?? "" };
  return { ...none, startAt: String(range.startSeconds), endAt: String(range.endSeconds) };
};

const rangeIn = ({ range, startAt, endAt }: Readonly<Record<string, string>>): DateRange | undefined => {
  if (range) return range;
  if (startAt && endAt) return { startSeconds: Number(startAt), endSeconds: Number(endAt) };
  return undefined;
};
