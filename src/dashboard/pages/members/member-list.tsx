import { useMemo, type ReactNode } from "react";
import { members } from "../../../../resources/account/members.ts";
import { useListState } from "../../framework/data/use-list-state.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListFilters } from "../../framework/pages/list-filters.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { columnsFor } from "./member-columns.tsx";
import styles from "./members.module.css";
import type { Member, OwnRights } from "./use-own-rights.ts";

interface MemberListProps {
  readonly rights: OwnRights;
  readonly actions: (member: Member) => readonly MenuItem[];
  readonly emptyAction: ReactNode;
}

/** Owner, members and invitations, updated live. */
export const MemberList = ({ rights, actions, emptyAction }: MemberListProps) => {
  const { state, pager, setFilter } = useListState(members);
  const { rows, total, error, reload } = useRecords(members, state);
  const self = rows?.find(rights.isSelf)?.uid;
  const hasNotes = rows?.some(({ note }) => note !== "") ?? false;
  const columns = useMemo(
    () => columnsFor(({ uid }) => uid !== "" && uid === self, { note: hasNotes }),
    [self, hasNotes],
  );
  const filtered = Object.keys(state.filters).length > 0;
  const { title, text } = members.list.empty;
  const isAlone = !filtered && total === 1;
  return (
    <div>
      {!isAlone && <ListFilters resource={members} filters={state.filters} onFilter={setFilter} />}
      <DataTable<Member>
        label={members.title}
        columns={columns}
        rows={rows}
        rowKey={({ invitationId, uid }) => invitationId || uid}
        rowActions={rights.mayInvite ? actions : undefined}
        skeletonRows={3}
        empty={
          filtered ? (
            <Empty icon="search" title="No members found" text="Try another search or clear the filter." />
          ) : (
            <Empty icon="users" title={title} text={text} action={emptyAction} />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination {...pager} total={total} />
      {isAlone && (
        <p className={styles.alone}>
          {title}. {text}
        </p>
      )}
    </div>
  );
};
