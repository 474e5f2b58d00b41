import { useMemo, type ComponentProps } from "react";
import { useParams } from "react-router";
import type { Resource } from "../../../../resources/define.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { CreateButton } from "./create-button.tsx";
import { RecordList } from "./record-list.tsx";

interface ListPageProps {
  readonly resource: Resource;
  readonly cells?: ComponentProps<typeof RecordList>["cells"];
}

/** Generated list of a resource: search, filters, table, pagination and a create button. */
export const ListPage = ({ resource, cells }: ListPageProps) => {
  const params = useParams();
  const pathParams = useMemo(() => definedOnly(params), [params]);
  return (
    <>
      <PageHeader title={resource.title} actions={<CreateButton resource={resource} />} />
      <RecordList
        resource={resource}
        params={pathParams}
        cells={cells}
        emptyAction={<CreateButton resource={resource} />}
      />
    </>
  );
};

const definedOnly = (params: Readonly<Record<string, string | undefined>>): Record<string, string> | undefined => {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
};
