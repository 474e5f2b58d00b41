/** What people are told of their deposits. */
import { landUnit } from "../../../../resources/billing/deposits.ts";

/** LAND without its fractions, in groups of three digits. */
const inLand = (amount: bigint): string => `${(amount / landUnit).toLocaleString("en-US")} LAND`;

export const creditedSentence = (land: bigint): string => `${inLand(land)} were credited to your balance.`;

export const firstDepositSentence = (land: bigint, points: number): string =>
  `${creditedSentence(land)} This was your first deposit: you are a standard user now, dedicated gateways are open to you, and you have received ${points} points.`;

export const purchasedSentence = (what: string): string => `What you bought is there: ${what}.`;

export const takenBackSentence = (land: bigint, chain: string): string =>
  `${chain} has taken back a payment: ${inLand(land)} were taken from your balance again. They come back if the payment does.`;

export const refundedSentence = (land: bigint, network: string): string =>
  `A payment on ${network} was given back to whoever paid it: ${inLand(land)} were taken from your balance again.`;

export const suspenseSentence = (land: bigint, chain: string): string =>
  `Somebody has paid for ${inLand(land)} on ${chain} with an account that is nobody's. It waits to be assigned to a team.`;

export const purchaseSuspenseSentence = (chain: string): string =>
  `Somebody has bought resources on ${chain} with an account that is nobody's. They wait to be assigned to a team.`;

export const reversedSentence = (land: bigint, chain: string): string =>
  `${chain} has changed its course deeper than its confirmations: a credited deposit of ${inLand(land)} was taken back.`;

export const purchaseReversedSentence = (chain: string): string =>
  `${chain} has changed its course deeper than its confirmations: a purchase of resources was taken back.`;
