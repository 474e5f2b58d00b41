import { rollupTerms, type RollupPlan } from "../../../../resources/raas/plans.ts";
import { formatMoney, landUnit } from "../../../../resources/money.ts";

/** Returns the price of a term in LAND×1e18. */
export const planLand = (plan: RollupPlan): bigint => rollupTerms[plan].land * landUnit;

export const planCost = (plan: RollupPlan): string => (planLand(plan) === 0n ? "Free" : formatMoney(planLand(plan)));
