import { lazy, Suspense, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import type { Resource, Row as RowOf } from "../../../../resources/declare/define.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { iconNamed } from "../../ui/icon.tsx";
import type { MenuItem } from "../../ui/menu/menu.tsx";
import type { PathParams } from "../data/record-keys.ts";
import { openedParameter, useListState } from "../data/use-list-state.ts";
import { useRecords } from "../data/use-records.ts";
import { useUrlQuery } from "../data/use-url-query.ts";
import { Pagination } from "../../ui/table/pagination.tsx";
import { usePrefetch } from "../prefetch.ts";
import { useAllows } from "../use-allows.ts";
import { columnsOf } from "../widgets/columns.tsx";
import { sortedBy } from "../widgets/sorted-by.ts";
import { ListFilters } from "./list-filters.tsx";
import { PageDialogs } from "./page-dialogs.tsx";
import { recordHref } from "./record-href.ts";
import { useRecordActions, type ActionForms } from "./use-record-actions.ts";

const BulkBar = lazy(() => import("./bulk-bar.tsx"));
const ListExtras = lazy(() => import("./list-extras.tsx"));

type Row = Readonly<Record<string, unknown>>;

/** Cells drawn in place of the declared ones, by column. */
export type Cells<R extends Resource> = {
  readonly [K in keyof R["fields"] & string]?: (row: RowOf<R>) => ReactNode;
};

export interface RecordListProps<R extends Resource> {
  readonly resource: R;
  /** Values for the calls' placeholders, also used by the rows' links. */
  readonly params?: PathParams | undefined;
  readonly cells?: Cells<R> | undefined;
  readonly emptyAction?: ReactNode;
  /** Called when the list has loaded: whether there are no records at all. Undefined when it is shown no more. */
  readonly onEmpty?: (isEmpty: boolean | undefined) => void;
  /** The empty list's hint, in place of the declared one. */
  readonly emptyHint?: string | false | undefined;
  /** Controls beside the declared filters, for further parameters of the list call. */
  readonly moreFilters?: (
    filters: Readonly<Record<string, string>>,
    onFilter: (name: string, value: string) => void,
  ) => ReactNode;
  /** Entries of a row's menu before the declared ones. */
  readonly rowActions?: ((row: RowOf<R>) => readonly MenuItem[]) | undefined;
  /** Whether a row has the declared entries. Default: all have. */
  readonly isChangeable?: ((row: RowOf<R>) => boolean) | undefined;
  /** What the forms of the declared actions need beyond their declaration. */
  readonly actionForms?: ActionForms<RowOf<R>> | undefined;
  /** Identifies a row, where no single field does. */
  readonly rowKey?: ((row: RowOf<R>) => string) | undefined;
  /** Target of a row, in place of the record's page. */
  readonly rowHref?: ((row: RowOf<R>) => string | undefined) | undefined;
  /** Polling interval, as a function of the rows. */
  readonly pollMs?: (rows: readonly RowOf<R>[]) => number | false;
  /** Filters the list without changing the URL, such as to one project. */
  readonly only?: Readonly<Record<string, string>> | undefined;
  /** Declared columns to hide, also as a function of the rows. */
  readonly without?: readonly string[] | HiddenOf<R>;
  /** Without search and filters. */
  readonly bare?: boolean;
  /** The state stays out of the URL, for one of several lists on a screen; also without search and filters. */
  readonly isLocal?: boolean;
  /** Rows on a page, in place of the declared number. */
  readonly size?: number;
  /** Name of the table for assistive technology, in place of the declared one. */
  readonly label?: string;
  /** The rows, if they come with their parent's record. */
  readonly rows?: readonly RowOf<R>[] | undefined;
  /** Draws the record that is open over the list, in place of all its fields. */
  readonly opened?: ((row: RowOf<R>, onClose: () => void) => ReactNode) | undefined;
}

type HiddenOf<R extends Resource> = { of(rows: readonly RowOf<R>[]): readonly string[] }["of"];

/** A resource's records with search, filters, pages and row actions, all kept in the URL. */
export const RecordList = <R extends Resource>(props: RecordListProps<R>) => {
  const { params, only, emptyAction, onEmpty, moreFilters, isLocal = false, bare = isLocal } = props;
  // Rows are drawn field by field: from here on their type is open.
  const {
    resource,
    cells,
    pollMs,
    rowActions,
    isChangeable = () => true,
    actionForms,
    rowKey,
    rowHref,
    opened,
    without = [],
  } = props as unknown as RecordListProps<Resource>;
  const { key = "id", list } = resource;
  const { state, pager, setFilter, setFilters } = useListState(resource, { isLocal, size: props.size });
  const { sort, ...stateFilters } = state.filters;
  const filters = { ...(list?.whole ? stateFilters : state.filters), ...only };
  const fetched = useRecords(resource, { ...state, filters, params, pollMs, enabled: !("rows" in props) });
  const answered = ("rows" in props ? props.rows : fetched.rows) as readonly Row[] | undefined;
  const sorting = list?.whole ? sort : undefined;
  const rows = useMemo(() => answered && sortedBy(answered, sorting), [answered, sorting]);
  const { total, error, reload } = fetched;
  const prefetch = usePrefetch();
  const allows = useAllows();
  const declared = useRecordActions(resource, { params, forms: actionForms });
  const actions = (row: Row) => [...(rowActions?.(row) ?? []), ...(isChangeable(row) ? declared(row) : [])];
  const bulk = (list?.bulk ?? []).filter((name) =>
    allows(name === "delete" ? name : resource.actions![name]!.can, resource),
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const keyOf = rowKey ?? ((row: Row) => String(row[key]));
  const hidden = (typeof without === "function" ? without(rows ?? []) : without).join();
  const columns = useMemo(
    () => columnsOf<Row>(resource, cells).filter(({ key }) => !hidden.split(",").includes(key)),
    [resource, cells, hidden],
  );
  const url = useUrlQuery();
  const hrefOf = (row: Row) => {
    if (rowHref) return rowHref(row);
    if (list?.opens) return url.hrefOf({ [openedParameter]: keyOf(row) });
    const to = (verb: "show" | "edit") => recordHref(resource, verb, row, params as Record<string, string>);
    return list?.link && (to("show") ?? to("edit"));
  };
  const filtered = Object.keys(stateFilters).some((name) => name !== list?.cursor?.parameter);
  const isEmpty = rows?.length === 0 && !filtered;
  const { title, text, command } = emptyOf(resource, allows, emptyAction);
  const isLoaded = rows !== undefined || error !== undefined;
  useLayoutEffect(() => {
    if (!isLoaded || !onEmpty) return undefined;
    onEmpty(isEmpty);
    return () => onEmpty(undefined);
  }, [isLoaded, isEmpty, onEmpty]);
  return (
    <PageDialogs>
      {!bare && !isEmpty && (
        <ListFilters resource={resource} filters={state.filters} onFilters={setFilters}>
          {moreFilters?.(state.filters, setFilter)}
        </ListFilters>
      )}
      <div>
        <DataTable<Row>
          label={props.label ?? list?.label ?? resource.title}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={list?.sort && ((by) => setFilters({ sort: by }))}
          rowKey={keyOf}
          {...(bulk.length > 0 && { selection: { keys: selected, onChange: setSelected } })}
          rowHref={hrefOf}
          onRowHover={(row) => {
            const to = hrefOf(row);
            if (to) prefetch(to);
          }}
          rowActions={rowActions || hasActions(resource, allows) ? actions : undefined}
          skeletonRows={list?.whole || isLocal ? 3 : state.size}
          empty={
            filtered && !("emptyHint" in props) ? (
              <Empty icon="search" title="No results" text="Change the search or remove a filter." />
            ) : (
              <Empty
                icon={iconNamed(list?.empty.icon ?? resource.menu?.icon ?? "")}
                title={title}
                {...(text && { text })}
                {...("emptyHint" in props && { text: props.emptyHint })}
                action={
                  <>
                    {emptyAction}
                    {command && <CopyText label="command" text={command} />}
                  </>
                }
              />
            )
          }
          error={error && <ErrorState message={error.message} onRetry={reload} />}
        />
        {selected.size > 0 && rows && (
          <Suspense>
            <BulkBar
              resource={resource}
              params={params}
              names={bulk}
              rows={rows.filter((row) => selected.has(keyOf(row)))}
              keyOf={keyOf}
              onSelect={setSelected}
            />
          </Suspense>
        )}
      </div>
      {!list?.whole && !list?.cursor && total > Math.min(state.size, pageSizeDefault) && (
        <Pagination {...pager} total={total} />
      )}
      {rows && (list?.cursor ?? list?.opens) && (
        <Suspense>
          <ListExtras {...{ resource, rows, total, pager, keyOf, cells, opened }} />
        </Suspense>
      )}
    </PageDialogs>
  );
};

/** The hint for creating a record shows only to users who may create one. A screen's own button is `false` for others. */
const emptyOf = (
  resource: Resource,
  allows: ReturnType<typeof useAllows>,
  create: ReactNode,
): { title: string; text?: string; command?: string | undefined } => {
  const { title, text, command } = resource.list?.empty ?? { title: "Nothing yet" };
  const isHint = resource.calls.create ? allows("create", resource) : create !== false;
  return isHint ? { title, text, command: command?.replaceAll("{origin}", window.location.origin) } : { title };
};

/** Whether the user may act on a record. */
const hasActions = (resource: Resource, allows: ReturnType<typeof useAllows>): boolean =>
  Object.values(resource.actions ?? {}).some(({ can, menu }) => menu !== false && allows(can, resource)) ||
  (resource.calls.delete !== undefined && allows("delete", resource)) ||
  (resource.routes.edit !== undefined && allows("edit", resource));
