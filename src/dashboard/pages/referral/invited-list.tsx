import { useState } from "react";
import { invitationPoints, invitationsPageSize } from "../../../../resources/rewards/limits.ts";
import { invitedUsers, type Invited } from "../../../../resources/rewards/referral-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { shortenName } from "../../lib/format/shorten.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";

/** Users invited by the link, newest first. */
export const InvitedList = () => {
  const [page, setPage] = useState(1);
  const { data, error, reload } = useCall(invitedUsers, { params: { page: String(page) } });
  return (
    <section aria-label="Invited users">
      <DataTable<Invited>
        label="Invited users"
        columns={columns}
        rows={data?.list}
        rowKey={({ name, createdAt }) => `${name} ${createdAt}`}
        skeletonRows={3}
        empty={<Empty icon="users" title="No invited users yet" text="Share your link. New sign-ups appear here." />}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={page} pageSize={invitationsPageSize} total={data?.total ?? 0} onPage={setPage} />
    </section>
  );
};

const states: Readonly<Record<Invited["state"], { readonly tone: string; readonly label: string }>> = {
  JOINED: { tone: "queued", label: "Not activated yet" },
  ACTIVATED: { tone: "success", label: `Activated: ${invitationPoints} points to collect` },
  REWARDED: { tone: "success", label: `Collected ${invitationPoints} points` },
  NO_REWARD: { tone: "queued", label: "Activated: no points" },
};

const columns: readonly Column<Invited>[] = [
  { key: "name", title: "User", cell: ({ name }) => <span title={name}>{shortenName(name)}</span> },
  {
    key: "state",
    title: "Status",
    cell: ({ state }) => <StatusTag state={states[state].tone} label={states[state].label} />,
    width: "280px",
  },
  { key: "createdAt", title: "Joined", cell: ({ createdAt }) => <Moment seconds={createdAt} />, width: "164px" },
];
