import { id, land } from "../../../../../resources/declare/fields.ts";
import { exact, shown } from "../../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { formatMoney } from "../../../../../resources/money.ts";
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { aiActivityDays, playgroundKey } from "../../../../../resources/ai/limits.ts";
import { aiUsage, exportAiUsage } from "../../../../../resources/ai/usage-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { DateRangeSelector, spanOf, type DateRange } from "../../../framework/forms/date-range.tsx";
import { CsvButton, datedName } from "../../../framework/widgets/csv-button.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import type { ChartUnit } from "../../../ui/chart/chart-types.ts";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { keyPath, modelPath } from "../paths.ts";
import { chartOf, totalsOf, type By, type UsageTotal } from "./usage-figures.ts";
import styles from "./usage.module.css";

const groupings = [
  { value: "key", label: "By key" },
  { value: "model", label: "By model" },
] as const;

interface Charted {
  readonly measure: "cost" | "tokens";
  readonly title: string;
  readonly label: string;
  readonly unit: ChartUnit;
}

const charts: readonly Charted[] = [
  { measure: "cost", title: "Cost", label: "Cost", unit: "land" },
  { measure: "tokens", title: "Tokens", label: "Tokens", unit: "count" },
];

/** Cost and tokens over time: of one key by model, or of the team by key or model. */
export const Usage = ({ keyId }: { readonly keyId?: string }) => {
  const [range, setRange] = useState<DateRange>("30d");
  const [grouping, setGrouping] = useState<By>("key");
  const by = keyId === undefined ? grouping : "model";
  const query = useMemo(() => ({ ...spanOf(range), ...(keyId !== undefined && { keyId }) }), [range, keyId]);
  const { data, error, reload } = useCall(aiUsage, { query });
  const totals = useMemo(() => data && totalsOf(data.parts, by), [data, by]);
  return (
    <section className="fh-stack" aria-label="Usage">
      <div className={styles.bar}>
        <DateRangeSelector label="Time" value={range} onChange={setRange} />
        <div className={styles.choices}>
          {keyId === undefined && (
            <Segmented label="Group" options={groupings} value={grouping} onChange={setGrouping} />
          )}
          <CsvButton
            spec={exportAiUsage}
            query={query}
            name={datedName("ai-usage")}
            title="Usage of this period, by time, key and model"
          />
        </div>
      </div>
      {error && !data ? (
        <Card flush>
          <ErrorState message={error.message} onRetry={reload} />
        </Card>
      ) : totals?.length === 0 ? (
        <Card flush>
          <p className="fh-empty fh-muted">No requests in this period</p>
        </Card>
      ) : (
        <>
          <div className={styles.charts}>
            {charts.map(({ measure, title, label, unit }) => (
              <Card key={measure} title={title} text={totals && totalText(totals, measure)}>
                <Chart
                  label={`${label} by ${by}`}
                  kind="bars"
                  unit={unit}
                  heightPx={200}
                  data={data && chartOf(data, { by, measure })}
                  empty={measure === "cost" ? "All requests were free" : "No tokens"}
                />
              </Card>
            ))}
          </div>
          <Card
            title={by === "key" ? "By key" : "By model"}
            text={`Times are UTC. Kept for ${aiActivityDays} days.`}
            flush
          >
            <RowTable
              list={usageTotals}
              label={`Usage by ${by}`}
              titles={by === "key" ? keyTitle : modelTitle}
              rows={totals}
              cells={by === "key" ? keyCells : modelCells}
            />
          </Card>
        </>
      )}
    </section>
  );
};

/** The period's total, in words. */
const totalText = (totals: readonly UsageTotal[], measure: "cost" | "tokens"): string => {
  if (measure === "cost") {
    const cost = totals.reduce((sum, total) => sum + total.cost, 0n);
    return cost === 0n ? "Free" : formatMoney(cost);
  }
  const input = totals.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = totals.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  return `${formatWhole(input)} in, ${formatWhole(output)} out`;
};

const keyTitle = { name: "Key" };
const modelTitle = { name: "Model" };

const usageTotals = defineRows({
  label: "Usage",
  fields: {
    id: id(),
    name: shown("Name"),
    requests: exact("Requests"),
    inputTokens: exact("Tokens in / out"),
    cost: { ...land("Cost"), none: "Free" },
  },
  key: "id",
  columns: { name: {}, requests: {}, inputTokens: { width: "190px" }, cost: { width: "210px", align: "end" } },
  sort: ["name", "requests", "inputTokens", "cost"],
  loading: 2,
});

const nameOf = ({ id: key, name }: UsageTotal, by: By): ReactNode => {
  if (by === "key" && key === playgroundKey) return name;
  return <Link to={by === "key" ? keyPath({ id: key, name }) : modelPath(key)}>{name}</Link>;
};

const cellsBy = (by: By): RowCells<UsageTotal> => ({
  name: (total) => nameOf(total, by),
  requests: ({ requests, failed }) => (
    <span title={failed === 0 ? undefined : `${formatWhole(failed)} failed`}>{formatWhole(requests)}</span>
  ),
  inputTokens: ({ inputTokens, outputTokens }) => `${formatWhole(inputTokens)} / ${formatWhole(outputTokens)}`,
});

const keyCells = cellsBy("key");
const modelCells = cellsBy("model");
