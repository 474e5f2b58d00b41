import { useMemo, type ReactNode } from "react";
import { deleteIpnsName, type IpnsName } from "../../../../resources/gateway/ipns-calls.ts";
import { ipnsNames } from "../../../../resources/gateway/ipns-names.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { DelayedSearch } from "../../framework/pages/list-filters.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { addressOf } from "./address.ts";
import styles from "./ipns-names.module.css";
import { nameColumns } from "./name-columns.tsx";
import type { Names } from "./use-names.ts";

interface NameListProps {
  readonly names: Names;
  readonly mayChange: boolean;
  readonly emptyAction: ReactNode;
  readonly onPublish: (name: IpnsName) => void;
}

/** IPNS names with targets and actions. */
export const NameList = ({ names, mayChange, emptyAction, onPublish }: NameListProps) => {
  const { rows, keyword, error, newer, older } = names;
  const { act: remove } = useAct(deleteIpnsName, { done: "Deleted", onDone: names.reload });
  const columns = useMemo(() => nameColumns(), []);

  const askToDelete = async (row: IpnsName) => {
    const input = await dialogs.prompt({
      title: `Delete IPNS name ${row.name}?`,
      text: `The key is destroyed and ${row.name} can never be published again. Cached records stay valid until ${formatMoment(row.expiresAt)}.`,
      ok: "Delete name",
      danger: true,
      fields: [
        {
          name: "typed",
          label: `Type ${row.name} to confirm`,
          validate: (value) => (value === row.name ? undefined : `Type ${row.name}.`),
        },
      ],
    });
    if (input) void remove({ params: { key: row.key } });
  };
  const actions = (row: IpnsName): MenuItem[] => [
    ...(mayChange ? [{ label: "Publish", icon: "upload" as const, onSelect: () => onPublish(row) }] : []),
    { label: "Open", icon: "external", to: addressOf(row.key) },
    { label: "Copy link", icon: "link", onSelect: () => void copyText(addressOf(row.key)) },
    { label: "Copy /ipns/ path", icon: "copy", onSelect: () => void copyText(`/ipns/${row.key}`) },
    ...(mayChange
      ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void askToDelete(row) }]
      : []),
  ];
  return (
    <div>
      <div className="fh-filters" role="search">
        <DelayedSearch label="Search by name, key or value" value={keyword} onChange={names.search} />
      </div>
      <DataTable<IpnsName>
        label={ipnsNames.title}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowActions={actions}
        skeletonRows={3}
        empty={
          keyword === "" ? (
            <Empty
              icon="ipns"
              title="No names yet"
              text="Create a name for a permanent address, then publish new content to it at any time."
              action={emptyAction}
            />
          ) : (
            <Empty icon="search" title="No results" text="Try another search." />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={names.reload} />}
      />
      {(newer ?? older) && (
        <nav className={styles.pages} aria-label="Pages">
          <Button size="small" icon="arrow-left" disabled={!newer} onClick={newer ?? nothing}>
            Newer
          </Button>
          <Button size="small" disabled={!older} onClick={older ?? nothing}>
            Older
          </Button>
        </nav>
      )}
    </div>
  );
};

const nothing = (): void => undefined;
