import { useMemo, useState, type ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { domains } from "../../../../resources/hosting/domains.ts";
import { useListState } from "../../framework/data/use-list-state.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListFilters } from "../../framework/pages/list-filters.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import type { OfProject } from "./add-button.tsx";
import { columnsFor } from "./domain-columns.tsx";
import { RedirectDialog } from "./redirect-dialog.tsx";
import { SetupDialog } from "./setup-dialog.tsx";
import { useDomainActions } from "./use-domain-actions.ts";
import { useSetup } from "./use-setup.ts";

export type Domain = Row<typeof domains>;

interface DomainListProps {
  /** Limits the list to one project. */
  readonly project?: OfProject;
  readonly emptyAction?: ReactNode;
}

/** Polling interval while a domain or certificate is pending. */
const waitingMs = 5000;

/** Domains with status. A domain links to its DNS records. */
export const DomainList = ({ project, emptyAction }: DomainListProps) => {
  const { state, pager, setFilter } = useListState(domains);
  const filters = project ? { projectId: project.id } : state.filters;
  const { rows, total, error, reload } = useRecords(domains, {
    ...state,
    filters,
    pollMs: (shown) =>
      shown.some((row) => row["state"] === "pending" || row["certificate"] === "pending") ? waitingMs : false,
  });
  const [redirecting, setRedirecting] = useState<Domain>();
  const setup = useSetup();
  const mayAdd = useAllows()("create", "domains");
  const actions = useDomainActions({ onSetup: (id) => setup.show([id]), onRedirect: setRedirecting });
  const hasCertificates = rows?.some(({ certificate }) => certificate !== undefined) ?? false;
  const isTeamList = project === undefined;
  const columns = useMemo(
    () => columnsFor({ project: isTeamList, certificate: hasCertificates }),
    [isTeamList, hasCertificates],
  );
  const filtered = isTeamList && Object.keys(state.filters).length > 0;
  return (
    <>
      {isTeamList && <ListFilters resource={domains} filters={state.filters} onFilter={setFilter} />}
      <DataTable<Domain>
        label="Site domains"
        columns={columns}
        rows={rows}
        rowKey={({ domainId }) => domainId}
        rowHref={({ domainId }) => setup.hrefOf(domainId)}
        rowActions={actions}
        skeletonRows={project ? 2 : state.size}
        empty={
          filtered ? (
            <Empty icon="search" title="No results" text="Change the search or remove a filter." />
          ) : (
            <Empty
              icon="globe"
              title={domains.list.empty.title}
              text={mayAdd && domains.list.empty.text}
              action={emptyAction}
            />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination {...pager} total={total} />
      {setup.ids.length > 0 && <SetupDialog ids={setup.ids} onClose={setup.close} />}
      {redirecting && <RedirectDialog domain={redirecting} onClose={() => setRedirecting(undefined)} />}
    </>
  );
};
