import { Money } from "../../../ui/panels/money.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editSpendCap, type SpendCap, spendCaps } from "../../../../../resources/billing/spend-caps.ts";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import {
  visitedServices,
  capBeyond,
  serviceNames,
  type BilledService,
} from "../../../../../resources/billing/packages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey, useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Meter } from "../../../ui/panels/tiles.tsx";
import styles from "./caps.module.css";
import { choice, land, text } from "../../../../../resources/declare/fields.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";

const listCaps = callOf(spendCaps, "list");

const kinds: Readonly<Partial<Record<BilledService, string>>> = {
  HOSTING: "Project",
  BUCKET: "Bucket",
  GATEWAY: "Gateway",
};

/** Returns "Hosting", or the project's name. */
const titleOf = ({ service, title }: Pick<SpendCap, "service" | "title">): string => title ?? serviceNames[service];

const kindOf = ({ kind, service }: Pick<SpendCap, "kind" | "service">): string =>
  kind === "SERVICE" ? "Service" : (kinds[service] ?? "Project");

/** Returns the spent share of the cap, 0 to 1. A cap of zero counts as spent. */
const shareOf = ({ land, spent }: Pick<SpendCap, "land" | "spent">): number => {
  const cap = BigInt(land ?? 0);
  if (cap === 0n) return 1;
  const thousandths = (BigInt(spent) * 1000n) / cap;
  return Math.min(1000, Number(thousandths)) / 1000;
};

interface CapDialogProps {
  /** Everything that can have a cap. */
  readonly items: readonly SpendCap[];
  /** The cap to edit. Without it, the user selects one. */
  readonly cap?: SpendCap;
  readonly onClose: () => void;
}

const fields = {
  key: text("Applies to"),
  land: land("Limit per month"),
  beyond: choice(
    "Visits above the cap",
    capBeyond,
    { PAUSE: "Pause", ONLINE: "Keep online" },
    {
      PAUSE: "Visitors see a paused page until the month ends or you raise the cap.",
      ONLINE: "Visits continue. Traffic above the cap is charged.",
    },
  ),
};

const keyOf = ({ kind, target }: SpendCap): string => `${kind} ${target}`;
const valuesOf = (cap: SpendCap) => ({ key: keyOf(cap), land: cap.land ?? "", beyond: cap.beyond });

/** Sets a monthly spend cap. */
const CapDialog = ({ items, cap, onClose }: CapDialogProps) => {
  const itemOf = (key: string | undefined): SpendCap => items.find((item) => keyOf(item) === key) ?? items[0]!;
  return (
    <FormDialog
      title={cap ? `Spend cap for ${titleOf(cap)}` : "Set spend cap"}
      form={callForm(editSpendCap, {
        fields,
        body: ({ key, ...values }) => {
          const { kind, target } = itemOf(key);
          return { kind, target, ...values };
        },
        draft: false,
      })}
      initial={valuesOf(cap ?? items[0]!)}
      submit="Set cap"
      hidden={({ key }) => [
        ...(cap ? (["key"] as const) : []),
        ...(visitedServices.includes(itemOf(key).service) ? [] : (["beyond"] as const)),
      ]}
      controls={{
        key: ({ id, value, change }) => (
          <select
            id={id}
            className="fh-select"
            value={value}
            onChange={({ target }) => change(valuesOf(itemOf(target.value)))}
          >
            {items.map((item) => (
              <option key={keyOf(item)} value={keyOf(item)}>
                {kindOf(item)}: {titleOf(item)}
              </option>
            ))}
          </select>
        ),
      }}
      note={() => (
        <p className="fh-muted">
          Package allowances don't count. Other usage above the cap is refused until the month ends or you raise it.
        </p>
      )}
      done="Spend cap set"
      refreshes={[listCaps]}
      onClose={onClose}
    />
  );
};

/** Removes a cap after confirmation. */
const useLiftCap = (): ((cap: SpendCap) => Promise<void>) => {
  const client = useQueryClient();
  const { act } = useAct(editSpendCap, {
    done: "Cap removed",
    onDone: () => void client.invalidateQueries({ queryKey: callKey(listCaps) }),
  });
  return async (cap) => {
    const text = `${titleOf(cap)} can then spend the entire balance.`;
    if (!(await dialogs.confirm({ title: "Remove spend cap?", text, ok: "Remove cap" }))) return;
    await act({ body: { kind: cap.kind, target: cap.target, land: null, beyond: cap.beyond } });
  };
};

/** This month's spending and caps of services and projects. */
export const CapsCard = () => {
  const { data, error, reload } = useCall(listCaps);
  const mayEdit = useAllows()("edit", deposits.name);
  const [edited, setEdited] = useState<SpendCap | "new">();
  const lift = useLiftCap();
  const shown = data?.items.filter(({ land, spent }) => land !== null || BigInt(spent) > 0n);
  return (
    <Card
      flush
      title={spendCaps.title}
      text={`${spendCaps.intro} ${since(data?.since)}`}
      actions={
        mayEdit && (
          <Button icon="plus" disabled={!data} onClick={() => setEdited("new")}>
            Set cap
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <RecordList
          resource={spendCaps}
          rows={shown}
          rowKey={keyOf}
          cells={cells}
          isLocal
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
        />
      )}
      {edited && data && (
        <CapDialog items={data.items} {...(edited !== "new" && { cap: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
};

const since = (seconds: number | undefined): string =>
  seconds === undefined ? "" : `Counted since ${formatDay(seconds)}.`;

const cells: Cells<typeof spendCaps> = {
  title: (cap) => <span className="fh-ellipsis">{titleOf(cap)}</span>,
  kind: kindOf,
  land: (cap) => <CapCell {...cap} />,
};

const CapCell = (cap: SpendCap) => {
  if (cap.land === null) return <span className="fh-muted">No cap</span>;
  return (
    <span className={styles.cap}>
      <span>
        <Money land={cap.land} />
        {visitedServices.includes(cap.service) && (
          <small className="fh-muted">{cap.beyond === "ONLINE" ? " · visits stay online" : " · visits pause"}</small>
        )}
      </span>
      <Meter label={`Share of the cap of ${titleOf(cap)}`} share={shareOf(cap)} />
    </span>
  );
};
