import { useSearchParams } from "react-router";
import { href, pageHref } from "../../../../resources/href.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { docs } from "../../../../resources/pages.ts";
import { listRollups, rollupFree, type ListedRollup } from "../../../../resources/raas/rollup-calls.ts";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { NeedsActivation } from "../rpc-keys/needs-activation.tsx";
import { ChainLogo } from "./chain-logo.tsx";
import { Expiry } from "./expiry.tsx";
import { rollupPath } from "./rollup-path.ts";
import { RollupState } from "./rollup-state.tsx";
import { useLock } from "./use-lock.ts";
import { choiceSummary, dataNames } from "./labels.ts";

const pollMs = 30_000;

const columns: readonly Column<ListedRollup>[] = [
  {
    key: "name",
    title: "Name",
    cell: (row) => (
      <ChainLogo rollup={row}>
        <TwoLines
          first={<span title={row.name}>{row.name}</span>}
          second={row.chainId === null ? "" : `Chain ID ${row.chainId}`}
        />
      </ChainLogo>
    ),
  },
  {
    key: "framework",
    title: "Stack",
    cell: (row) => <TwoLines first={choiceSummary(row)} second={`Data: ${dataNames[row.daLayer]}`} />,
  },
  { key: "status", title: "Status", cell: ({ status }) => <RollupState status={status} />, width: "160px" },
  {
    key: "expirationAt",
    title: "Expires",
    cell: ({ status, expirationAt }) => <Expiry at={status === rollupStatus.RUNNING ? expirationAt : null} />,
    width: "130px",
  },
  {
    key: "createdAt",
    title: "Ordered",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "175px",
    wideOnly: true,
  },
];

/** /raas: the team's rollups, or an introduction. */
export const Component = () => {
  const mayCreate = useAllows()("create", rollups.name);
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const size = pageSizeDefault;
  const { data, error, reload } = useCall(listRollups, { query: { page, size }, pollMs });
  useLive(rollups, reload);
  const lock = useLock();
  const free = useCall(rollupFree, { enabled: mayCreate && data?.count === 0 });
  const isLocked = lock.isLocked && data?.count === 0;
  const create = mayCreate && !isLocked && (
    <LinkButton kind="primary" icon="plus" to={href(rollups, "create")}>
      New rollup
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={rollups.title} text="Your own chains, settled on another chain." actions={create} />
      {isLocked ? (
        <NeedsActivation what="rollups" onChanged={lock.reload} />
      ) : (
        <div className="fh-stack">
          <DataTable<ListedRollup>
            label="Rollups"
            columns={columns}
            rows={data?.detail}
            rowKey={({ id }) => id}
            rowHref={rollupPath}
            skeletonRows={3}
            empty={
              <Empty
                icon="chain"
                title={rollups.list.empty.title}
                text={
                  <>
                    {rollups.list.empty.text}
                    {mayCreate && free.data?.exist === false && " The first two hours are free."}
                  </>
                }
                action={
                  <>
                    {create}
                    <LinkButton kind="plain" icon="book" to={pageHref(docs, { name: "rollups" })}>
                      How it works
                    </LinkButton>
                  </>
                }
              />
            }
            error={error && <ErrorState message={error.message} onRetry={reload} />}
          />
          <Pagination
            page={page}
            pageSize={size}
            total={data?.count ?? 0}
            onPage={(next) => setQuery(next === 1 ? {} : { page: String(next) })}
          />
        </div>
      )}
    </>
  );
};
