/** A team's monthly budget. */

/** Shares of the budget at which the team is notified, ascending. */
export const budgetPercents = [50, 80, 100] as const;
export type BudgetPercent = (typeof budgetPercents)[number];

/** Suggested to teams without a budget: LAND ×1e18 of $10. */
export const budgetDefaultLand = (10_000_000n * 10n ** 18n).toString();
