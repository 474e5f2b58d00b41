/** Messages about rollups for users. */
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import type { RollupRow } from "./rows.ts";

/** Formats "12 May 2027, 14:05 UTC". */
export const moment = (date: Date): string =>
  `${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(date).replace(" at ", ", ")} UTC`;

export const runningMessage = ({ name, expires_at: until }: RollupRow): string =>
  `Rollup ${name} is running${until === null ? "" : ` until ${moment(until)}`}.`;

export const failedMessage = ({ name, note }: RollupRow): string =>
  `Rollup ${name} couldn't be created. ${note ?? ""}`.trim();

export const expiringMessage = ({ name, expires_at: until }: RollupRow): string =>
  `Rollup ${name} expires on ${moment(until!)}. Renew it to keep it running. The new term is added to the remaining time.`;

export const expiredNote = (keptUntil: Date): string =>
  `Expired. Its blocks are kept until ${moment(keptUntil)}. Renew it by then to continue where it stopped.`;

export const terminatedNote = "Your team terminated it.";
export const unpaidNote =
  "The order was cancelled because it was not paid within 14 days. The chain ID is available again.";

export const appliedMessage = (team: string, { name }: RollupRow): string =>
  `${team} applied for rollup ${name}. Send an offer, or decline.`;

export const paidMessage = (team: string, { name }: RollupRow): string =>
  `${team} has paid for rollup ${name}. Set it up with its provider and hand it over.`;

export const offeredMessage = ({ name }: RollupRow): string => `You have an offer for rollup ${name}. Pay to start it.`;

export const declinedMessage = ({ name, note }: RollupRow): string =>
  `The application for rollup ${name} was declined. ${note ?? ""}`.trim();

/** Returns the path of a rollup's page. */
export const pathOf = ({ status, name, id, facts }: RollupRow): string => {
  if (facts !== null) return `/raas/${encodeURIComponent(name)}/${id}`;
  const isMade = status === rollupStatus.CREATING || status === rollupStatus.CREATING_PAID;
  return isMade ? `/raas/progress/${encodeURIComponent(name)}/${id}` : `/raas/status/${id}`;
};

export const settlementNames: Readonly<Record<RollupRow["settlement"], string>> = {
  ETHEREUM: "Ethereum",
  BSC: "BNB Chain",
  OTHER: "another chain",
};
