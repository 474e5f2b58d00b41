import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editSpendCap, type SpendCap, spendCaps } from "../../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import { visitedServices } from "../../../../../resources/billing/packages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey, useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Meter } from "../../../ui/tiles.tsx";
import { Land } from "../balance/land.tsx";
import { CapDialog } from "./cap-dialog.tsx";
import { kindOf, shareOf, titleOf } from "./cap-labels.ts";
import styles from "./caps.module.css";

/** Removes a cap after confirmation. */
const useLiftCap = (): ((cap: SpendCap) => Promise<void>) => {
  const client = useQueryClient();
  const { act } = useAct(editSpendCap, {
    done: "Cap removed",
    onDone: () => void client.invalidateQueries({ queryKey: callKey(spendCaps) }),
  });
  return async (cap) => {
    const text = `${titleOf(cap)} can then spend the entire balance.`;
    if (!(await dialogs.confirm({ title: "Remove spend cap?", text, ok: "Remove cap" }))) return;
    await act({ body: { kind: cap.kind, target: cap.target, land: null, beyond: cap.beyond } });
  };
};

/** This month's spending and caps of services and projects. */
export const CapsCard = () => {
  const { data, error, reload } = useCall(spendCaps);
  const mayEdit = useAllows()("edit", deposits.name);
  const [edited, setEdited] = useState<SpendCap | "new">();
  const lift = useLiftCap();
  const shown = data?.items.filter(({ land, spent }) => land !== null || BigInt(spent) > 0n);
  return (
    <Card
      flush
      title="Spend caps"
      text={`Monthly limits in LAND for a service, project, bucket or gateway. ${since(data?.since)}`}
      actions={
        mayEdit && (
          <Button icon="plus" disabled={!data} onClick={() => setEdited("new")}>
            Set cap
          </Button>
        )
      }
    >
      <DataTable<SpendCap>
        label="Spend caps"
        columns={columns}
        rows={shown}
        rowKey={({ kind, target }) => `${kind} ${target}`}
        skeletonRows={2}
        {...(mayEdit && {
          rowActions: (cap: SpendCap) => [
            { label: cap.land === null ? "Set cap" : "Change cap", icon: "edit", onSelect: () => setEdited(cap) },
            ...(cap.land === null
              ? []
              : [
                  {
                    label: "Remove cap",
                    icon: "trash" as const,
                    danger: true as const,
                    onSelect: () => void lift(cap),
                  },
                ]),
          ],
        })}
        empty={
          <Empty
            icon="shield"
            title="No spend caps"
            text="Set a cap to limit what a service or project can spend in a month."
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {edited && data && (
        <CapDialog items={data.items} {...(edited !== "new" && { cap: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
};

const since = (seconds: number | undefined): string =>
  seconds === undefined ? "" : `Counted since ${formatDay(seconds)}.`;

const columns: readonly Column<SpendCap>[] = [
  { key: "title", title: "Name", cell: (cap) => <span className="fh-ellipsis">{titleOf(cap)}</span> },
  { key: "kind", title: "Type", cell: kindOf, width: "120px", wideOnly: true },
  { key: "spent", title: "Spent this month", cell: ({ spent }) => <Land amount={spent} />, width: "160px" },
  { key: "land", title: "Cap", cell: (cap) => <CapCell {...cap} />, width: "220px" },
];

const CapCell = (cap: SpendCap) => {
  if (cap.land === null) return <span className="fh-muted">No cap</span>;
  return (
    <span className={styles.cap}>
      <span>
        <Land amount={cap.land} />
        {visitedServices.includes(cap.service) && (
          <small className="fh-muted">{cap.beyond === "ONLINE" ? " · visits stay online" : " · visits pause"}</small>
        )}
      </span>
      <Meter label={`Share of the cap of ${titleOf(cap)}`} share={shareOf(cap)} />
    </span>
  );
};
