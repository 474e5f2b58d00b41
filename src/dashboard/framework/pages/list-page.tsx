import { useMemo, type ReactNode } from "react";
import { useParams } from "react-router";
import type { Resource } from "../../../../resources/define.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { CreateButton } from "./create-button.tsx";
import { RecordList, type RecordListProps } from "./record-list.tsx";

interface ListPageProps<R extends Resource> extends Omit<RecordListProps<R>, "params"> {
  /** Default: the declaration's intro. */
  readonly intro?: string;
  /** Cards below the list. */
  readonly children?: ReactNode;
}

/** Generated list of a resource: intro, create button, search, filters, table and pagination. */
export const ListPage = <R extends Resource>({ intro, children, ...list }: ListPageProps<R>) => {
  const resource: Resource = list.resource;
  const params = useParams();
  const pathParams = useMemo(() => definedOnly(params), [params]);
  const create = <CreateButton resource={resource} />;
  const records = <RecordList emptyAction={create} {...list} params={pathParams} />;
  return (
    <>
      <PageHeader title={resource.title} text={intro ?? resource.intro} actions={create} />
      {children ? (
        <div className="fh-stack">
          <div>{records}</div>
          {children}
        </div>
      ) : (
        records
      )}
    </>
  );
};

const definedOnly = (params: Readonly<Record<string, string | undefined>>): Record<string, string> | undefined => {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
};
