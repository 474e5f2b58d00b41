/** What people read about withdrawals. */
export const payoutMissing =
  "This cloud has no wallet to pay from yet. Withdrawals wait until whoever runs it has set one up.";
export const payoutEmpty = "The cloud's wallet is being filled up; this is paid as soon as it is.";
export const payoutUnclear =
  "The payment was sent, but could not be found on the chain. People look at it before anything is sent again.";
export const withdrawalPaid = (tons: string): string => `Your withdrawal was paid: ${tons} TON are in your wallet.`;
export const withdrawalRefused = (dollars: string, note: string): string =>
  `Your withdrawal of $${dollars} was refused, and is back in your balance. ${note}`;
