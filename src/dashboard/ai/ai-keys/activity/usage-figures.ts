/** Figures of AI usage, by key or by model. */
import type { AiUsagePart } from "../../../../../resources/ai/usage-calls.ts";
import type { ChartData } from "../../../ui/chart/chart-types.ts";

export type By = "key" | "model";

export interface UsageTotal {
  /** A key's ID, or a model's. */
  readonly id: string;
  readonly name: string;
  readonly requests: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** LAND×1e18. */
  readonly cost: bigint;
}

const idOf = ({ keyId, model }: AiUsagePart, by: By): string => (by === "key" ? keyId : model);

/** Returns the totals of each key or model: the highest cost first, of free ones the most tokens. */
export const totalsOf = (parts: readonly AiUsagePart[], by: By): UsageTotal[] =>
  [...Map.groupBy(parts, (part) => idOf(part, by))]
    .map(([id, own]) => ({
      id,
      name: by === "key" ? own[0]!.keyName : id,
      requests: sum(own, ({ requests }) => requests),
      failed: sum(own, ({ failed }) => failed),
      inputTokens: sum(own, ({ inputTokens }) => inputTokens),
      outputTokens: sum(own, ({ outputTokens }) => outputTokens),
      cost: own.reduce((cost, part) => cost + BigInt(part.cost), 0n),
    }))
    .toSorted((a, b) => Number(b.cost - a.cost) || tokensOf(b) - tokensOf(a) || a.name.localeCompare(b.name));

const sum = (parts: readonly AiUsagePart[], of: (part: AiUsagePart) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

const tokensOf = ({ inputTokens, outputTokens }: Pick<UsageTotal, "inputTokens" | "outputTokens">): number =>
  inputTokens + outputTokens;

/** Series that a chart tells apart; the last one stands for all others. */
const seriesMax = 4;

interface Charted {
  readonly x: readonly number[];
  readonly parts: readonly AiUsagePart[];
}

/** Returns a chart's series: those of the first totals, and of all others together. */
export const chartOf = (
  { x, parts }: Charted,
  { by, measure }: { readonly by: By; readonly measure: "cost" | "tokens" },
): ChartData => {
  const totals = totalsOf(parts, by);
  const shown = totals.slice(0, totals.length > seriesMax ? seriesMax - 1 : seriesMax);
  const shownIds = new Set(shown.map(({ id }) => id));
  const valuesOf = (isOwn: (id: string) => boolean): bigint[] => {
    const own = parts.filter((part) => isOwn(idOf(part, by)));
    const byTime = Map.groupBy(own, ({ at }) => at);
    return x.map((at) =>
      (byTime.get(at) ?? []).reduce(
        (total, part) => total + (measure === "cost" ? BigInt(part.cost) : BigInt(tokensOf(part))),
        0n,
      ),
    );
  };
  const others = { label: "Others", values: valuesOf((id) => !shownIds.has(id)) };
  return {
    times: x,
    series: [
      ...distinct(shown).map(({ id, name }) => ({ label: name, values: valuesOf((one) => one === id) })),
      ...(shown.length < totals.length ? [others] : []),
    ],
  };
};

/** Two keys can have the same name, but no two series. */
const distinct = (totals: readonly UsageTotal[]): UsageTotal[] =>
  totals.map((total, index) => {
    const before = totals.slice(0, index).filter(({ name }) => name === total.name).length;
    return before === 0 ? total : { ...total, name: `${total.name} (${before + 1})` };
  });
