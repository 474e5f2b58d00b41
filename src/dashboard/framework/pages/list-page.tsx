import { Suspense, useContext, useMemo, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { inSentence, isFull, type Resource, type Row } from "../../../../resources/declare/define.ts";
import { PageHeader } from "../../ui/page/page-header.tsx";
import type { ListState } from "../data/record-keys.ts";
import { useListState } from "../data/use-list-state.ts";
import { useRecords } from "../data/use-records.ts";
import { LockContext } from "../lock-context.ts";
import { CreateButton, CreateForm } from "./create-button.tsx";
import { limitText } from "./limit-text.ts";
import { PageDialogs } from "./page-dialogs.tsx";
import type { RecordFormParts } from "./use-record-actions.ts";
import { RecordList, type RecordListProps } from "./record-list.tsx";

interface ListPageProps<R extends Resource> extends Omit<RecordListProps<R>, "params"> {
  /** Default: the declaration's intro. */
  readonly intro?: ReactNode;
  /** Replaces the create button. */
  readonly create?: ReactNode;
  /** What the create form needs beyond its declaration. */
  readonly form?: (rows: readonly Row<R>[]) => RecordFormParts;
  /** Replaces the table and the create button, for example while the feature is locked. */
  readonly instead?: ReactNode;
  /** Arranges the table among the screen's tabs and cards. */
  readonly frame?: (table: ReactNode, rows: readonly Row<R>[] | undefined) => ReactNode;
  /** Cards below the list. */
  readonly children?: ReactNode;
}

/** A resource's list: intro with the limit, create button, search, filters, table and pages. A screen adds what is special about it. */
export const ListPage = <R extends Resource>(props: ListPageProps<R>) => {
  const { intro, create: ownCreate, form, instead, frame, children, ...list } = props;
  const resource: Resource = list.resource;
  const params = useParams();
  const pathParams = useMemo(() => definedOnly(params), [params]);
  const isLimited = resource.list?.limit !== undefined && !resource.list.limitPer;
  const needsRows = isLimited || resource.needs !== undefined || form !== undefined || (frame?.length ?? 0) > 1;
  const { state } = useListState(resource, { isLocal: list.isLocal, size: list.size });
  const { rows, total } = useRecords<R>(list.resource, {
    ...wholeOf(resource, state),
    enabled: needsRows,
    ...(pathParams && { params: pathParams }),
  });
  const [isCreating, setCreating] = useState(false);
  const create = ownCreate ?? (
    <CreateButton
      resource={resource}
      params={pathParams}
      isFull={isLimited && isFull(resource, total)}
      onOpen={() => setCreating(true)}
    />
  );
  const lock = useContext(LockContext);
  const [isLocked, setLocked] = useState(false);
  const [isEmpty, setEmpty] = useState<boolean>();
  const { needs } = resource;
  const watched = lock && needs && rows?.length === 0 && { needs, what: inSentence(resource.title) };
  const replaced = instead ?? (watched && isLocked && lock(watched));
  const records = replaced || <RecordList emptyAction={create} onEmpty={setEmpty} {...list} params={pathParams} />;
  return (
    <PageDialogs>
      <PageHeader
        title={resource.title}
        text={
          <>
            {intro ?? resource.intro}
            {rows && isLimited && limitText(resource, total)}
          </>
        }
        // An empty list has the button itself; in a frame, other tabs need it too.
        actions={replaced || (frame ? isEmpty : isEmpty !== false) ? undefined : create}
      />
      {watched && <Suspense>{lock({ ...watched, onState: setLocked })}</Suspense>}
      {frame ? frame(records, rows) : records}
      {children && <div className="fh-stack fh-below-list">{children}</div>}
      {isCreating && (
        <CreateForm
          resource={resource}
          params={pathParams}
          parts={form?.(rows ?? [])}
          onClose={() => setCreating(false)}
        />
      )}
    </PageDialogs>
  );
};

/** The page that is shown, which needs no second request, unless it is filtered or not the first. */
const wholeOf = ({ list }: Resource, { page, size, filters }: ListState): Partial<ListState> => {
  const { sort: _, ...narrowing } = filters;
  if (page > 1 || Object.keys(narrowing).length > 0) return {};
  return { size, filters: list?.whole ? {} : filters };
};

const definedOnly = (params: Readonly<Record<string, string | undefined>>): Record<string, string> | undefined => {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
};
