/** Terms of a rollup and their prices. */
export const rollupPlans = ["FREE", "DAY", "QUARTER", "HALF", "YEAR"] as const;
export type RollupPlan = (typeof rollupPlans)[number];

export interface RollupTerm {
  readonly label: string;
  readonly seconds: number;
  /** Whole LAND. */
  readonly land: bigint;
}

const day = 86_400;

/** FREE is available once per account. */
export const rollupTerms: Readonly<Record<RollupPlan, RollupTerm>> = {
  FREE: { label: "2-hour trial", seconds: 7_200, land: 0n },
  DAY: { label: "1 day", seconds: day, land: 18_000_000n },
  QUARTER: { label: "93 days", seconds: 93 * day, land: 1_500_000_000n },
  HALF: { label: "186 days", seconds: 186 * day, land: 3_000_000_000n },
  YEAR: { label: "372 days", seconds: 372 * day, land: 6_000_000_000n },
};

/** FREE can't be renewed. */
export const renewalPlans = ["DAY", "QUARTER", "HALF", "YEAR"] as const;
