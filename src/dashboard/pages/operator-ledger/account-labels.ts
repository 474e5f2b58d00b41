/** What the accounts of the ledger are for, in words; their codes stand beside them. */
const words: Readonly<Record<string, string>> = {
  world: "External deposits",
  team: "Team balances",
  debt: "Team debts",
  suspense: "Suspense",
  revenue: "Usage paid with LAND",
  bonus: "Bonuses",
  voucher: "Vouchers",
  adjustment: "Operator corrections",
};

/** "team" → "Team balances"; a code without words stands for itself. */
export const accountLabel = (code: string): string => words[code] ?? code;
