/** Messages about withdrawals. */
export const payoutMissing =
  "Payouts are not set up yet. Your withdrawal is queued until the operator adds a payout wallet.";
export const payoutEmpty = "The payout wallet is low on funds. Your withdrawal is paid once it is refilled.";
export const payoutUnclear = "The payment was sent but not found on-chain. An operator reviews it before resending.";
export const withdrawalPaid = (tons: string): string => `Your withdrawal was paid: ${tons} TON sent to your wallet.`;
export const withdrawalRefused = (dollars: string, note: string): string =>
  `Your withdrawal of $${dollars} was refused and returned to your balance. ${note}`;
