import { rollupTerms, type RollupPlan } from "../../../../resources/raas/plans.ts";
import { formatLand, formatLandDollars, oneLand } from "../../lib/format/land.ts";

/** Returns the price of a term in LAND×1e18. */
export const planLand = (plan: RollupPlan): bigint => rollupTerms[plan].land * oneLand;

/** Formats an amount: "18 M LAND ($18.00)". */
export const landLabel = (land: bigint | string): string => `${formatLand(land)} LAND (${formatLandDollars(land)})`;

export const planCost = (plan: RollupPlan): string => (planLand(plan) === 0n ? "Free" : landLabel(planLand(plan)));
