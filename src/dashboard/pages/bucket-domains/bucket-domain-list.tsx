import { useMemo, type ReactNode } from "react";
import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import type { Row } from "../../../../resources/define.ts";
import { useListState } from "../../framework/data/use-list-state.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListFilters } from "../../framework/pages/list-filters.tsx";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import type { Column } from "../../ui/data-table-types.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { addedColumn, certificateColumn, nameColumn, stateColumn } from "../domains/domain-columns.tsx";
import { SetupDialog } from "../domains/setup-dialog.tsx";
import { addressOf } from "../domains/use-domain-actions.ts";
import { useSetup } from "../domains/use-setup.ts";
import { ofBuckets } from "./source.ts";

type BucketDomain = Row<typeof bucketDomains>;

/** Polling interval while a domain or certificate is pending. */
const waitingMs = 5000;

const bucketColumn: Column<BucketDomain> = {
  key: "bucketName",
  title: "Bucket",
  cell: ({ bucketName }) => <span title={bucketName}>{bucketName}</span>,
  width: "24%",
};

/** Domains with bucket and status. A domain links to its DNS records. */
export const BucketDomainList = ({ emptyAction }: { readonly emptyAction: ReactNode }) => {
  const { state, pager, setFilter } = useListState(bucketDomains);
  const { rows, total, error, reload } = useRecords(bucketDomains, {
    ...state,
    pollMs: (shown) =>
      shown.some((row) => row["state"] === "pending" || row["certificate"] === "pending") ? waitingMs : false,
  });
  const setup = useSetup();
  const declared = useRecordActions(bucketDomains);
  const mayAdd = useAllows()("create", bucketDomains.name);
  const hasCertificates = rows?.some(({ certificate }) => certificate !== undefined) ?? false;
  const columns = useMemo(
    () => [nameColumn, bucketColumn, stateColumn, ...(hasCertificates ? [certificateColumn] : []), addedColumn],
    [hasCertificates],
  );
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <div>
      <ListFilters resource={bucketDomains} filters={state.filters} onFilter={setFilter} />
      <DataTable<BucketDomain>
        label={bucketDomains.title}
        columns={columns}
        rows={rows}
        rowKey={({ domainId }) => domainId}
        rowHref={({ domain }) => setup.hrefOf(domain)}
        rowActions={(row) => [
          { label: "View DNS records", icon: "globe", onSelect: () => setup.show([row.domain]) },
          ...(row.valid && !row.domain.startsWith("*.")
            ? [{ label: "Visit", icon: "external" as const, to: addressOf(row) }]
            : []),
          ...declared(row),
        ]}
        skeletonRows={3}
        empty={
          isFiltered ? (
            <Empty icon="search" title="No results" text="Change the search or remove a filter." />
          ) : (
            <Empty
              icon="globe"
              title={bucketDomains.list.empty.title}
              text={mayAdd && bucketDomains.list.empty.text}
              action={emptyAction}
            />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination {...pager} total={total} />
      {setup.ids.length > 0 && <SetupDialog ids={setup.ids} source={ofBuckets} onClose={setup.close} />}
    </div>
  );
};
