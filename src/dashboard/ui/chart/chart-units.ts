import { formatDollarsFinely } from "../../../../resources/money.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/count.ts";
import { formatMilliseconds, formatMinutes } from "../../lib/format/duration.ts";
import type { ChartUnit } from "./chart-types.ts";

interface Unit {
  readonly format: (value: number | bigint) => string;
  /** Readable intervals between ticks, ascending. */
  readonly steps: readonly number[];
}

const exponents = Array.from({ length: 36 }, (_, exponent) => exponent);
const decimalSteps = exponents.flatMap((exponent) => [1, 2, 5].map((step) => step * 10 ** exponent));

export const chartUnits: Readonly<Record<ChartUnit, Unit>> = {
  count: { format: (value) => formatCount(Number(value)), steps: decimalSteps },
  rate: { format: (value) => formatCount(Number(value)), steps: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, ...decimalSteps] },
  bytes: { format: formatBytes, steps: exponents.flatMap((exponent) => [1, 2].map((step) => step * 4 ** exponent)) },
  land: {
    format: (value) => formatDollarsFinely(typeof value === "bigint" ? value : BigInt(Math.round(value))),
    // From one LAND: finer amounts have no readable form.
    steps: decimalSteps.filter((step) => step >= 1e18),
  },
  minutes: { format: (value) => formatMinutes(Number(value)), steps: decimalSteps.map((step) => step * 60) },
  milliseconds: { format: (value) => formatMilliseconds(Number(value)), steps: decimalSteps },
};
