/** Notice texts about deposits and purchases. */
import { formatMoneyInFull } from "../../../../resources/money.ts";

export const creditedMessage = (land: bigint): string => `${formatMoneyInFull(land)} was credited to your balance.`;

export const firstDepositMessage = (land: bigint, points: number): string =>
  `${creditedMessage(land)} You now have the standard package, dedicated gateways and ${points} points.`;

export const purchasedMessage = (what: string): string => `Purchase complete: ${what}.`;

export const reversedDepositMessage = (land: bigint, chain: string): string =>
  `A payment was reverted on ${chain}: ${formatMoneyInFull(land)} was deducted from your balance. It is credited again if the payment returns.`;

export const refundedMessage = (land: bigint, network: string): string =>
  `A payment on ${network} was refunded to the payer: ${formatMoneyInFull(land)} was deducted from your balance.`;

export const suspenseMessage = (land: bigint, chain: string): string =>
  `Unassigned deposit of ${formatMoneyInFull(land)} on ${chain}: the account is unknown. Assign it to a team.`;

export const purchaseSuspenseMessage = (chain: string): string =>
  `Unassigned purchase on ${chain}: the account is unknown. Assign it to a team.`;

export const reorganizedMessage = (land: bigint, chain: string): string =>
  `Deep reorganization on ${chain}, beyond the required confirmations: a credited deposit of ${formatMoneyInFull(land)} was reversed.`;

export const purchaseReversedMessage = (chain: string): string =>
  `Deep reorganization on ${chain}, beyond the required confirmations: a resource purchase was reversed.`;
