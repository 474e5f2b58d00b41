import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { href, pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatCount } from "../../lib/format/count.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import type { Tile } from "../../ui/tiles.tsx";
import { keyColumns } from "./key-columns.tsx";
import { NeedsActivation } from "./needs-activation.tsx";
import { NeedsUnits } from "./needs-units.tsx";
import { Figures } from "./usage/figures.tsx";
import { usePackageUnits } from "./use-package-units.ts";
import type { RpcKey, RpcKeys } from "./use-rpc-keys.ts";

interface KeysTabProps {
  readonly keys: RpcKeys;
  /** The account isn't activated, so it can't have keys yet. */
  readonly isLocked: boolean;
  readonly emptyAction: ReactNode;
  readonly onActivated: () => void;
}

/** Recent usage, and the list of keys. */
export const KeysTab = ({ keys: { rows, error, reload }, isLocked, emptyAction, onActivated }: KeysTabProps) => {
  const navigate = useNavigate();
  const mayEdit = useAllows()("edit", rpcKeys.name);
  const declared = useRecordActions(rpcKeys, { onDeleted: reload });
  const units = usePackageUnits();
  if (isLocked) return <NeedsActivation onChanged={onActivated} />;
  const actions = (key: RpcKey) => [
    ...(mayEdit
      ? [
          {
            label: "Settings",
            icon: "settings" as const,
            onSelect: () => void navigate(href(rpcKeys, "edit", key)),
          },
        ]
      : []),
    ...declared(key).filter(({ label }) => label !== "Edit"),
  ];
  return (
    <div className="fh-stack">
      {rows && rows.length > 0 && (
        <Figures query={recentPeriod} note="last 30 days" more={units && packageTile(units)} />
      )}
      <NeedsUnits keys={rows ?? []} />
      <DataTable<RpcKey>
        label="RPC keys"
        columns={keyColumns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={(key) => href(rpcKeys, "show", key)}
        rowActions={actions}
        skeletonRows={3}
        empty={<Empty icon="exchange" {...rpcKeys.list.empty} action={emptyAction} />}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <p className="fh-muted">
        Limits, compute units and errors: <Link to={pageHref(docs, { name: "rpc" })}>RPC</Link>.
      </p>
    </div>
  );
};

const recentPeriod = { days: 30 };

const packageTile = ({ used, allowed }: NonNullable<ReturnType<typeof usePackageUnits>>): Tile => ({
  title: "Package",
  icon: "gift",
  value: formatCount(used),
  note: `of ${formatCount(allowed)} compute units`,
  ...(allowed > 0 && { share: used / allowed }),
});
