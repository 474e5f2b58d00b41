/** What the accounts of the ledger are for, in words; their codes stand beside them. */
const words: Readonly<Record<string, string>> = {
  world: "Paid in from outside",
  team: "Balances of all teams",
  debt: "What teams owe",
  suspense: "Paid for accounts nobody has",
  revenue: "Used, and paid with LAND",
  bonus: "Given as a bonus",
  voucher: "Given by vouchers",
  adjustment: "Put right by operators",
};

/** "team" → "Balances of all teams"; a code without words stands for itself. */
export const accountWords = (code: string): string => words[code] ?? code;
