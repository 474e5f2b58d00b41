/** Labels of ledger accounts, shown with their codes. */
const labels: Readonly<Record<string, string>> = {
  world: "External deposits",
  team: "Team balances",
  debt: "Team debts",
  suspense: "Suspense",
  revenue: "Usage paid with LAND",
  bonus: "Bonuses",
  voucher: "Vouchers",
  adjustment: "Operator corrections",
};

/** Returns the label of an account: "Team balances" for "team". Unknown codes are returned unchanged. */
export const accountLabel = (code: string): string => labels[code] ?? code;
