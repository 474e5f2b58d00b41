/** What people are told of their rollups. */
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import type { RollupRow } from "./rows.ts";

/** "12 May 2027, 14:05 UTC" */
export const moment = (date: Date): string =>
  `${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(date).replace(" at ", ", ")} UTC`;

export const runningSentence = ({ name, expires_at: until }: RollupRow): string =>
  `The rollup ${name} runs${until === null ? "" : ` until ${moment(until)}`}.`;

export const failedSentence = ({ name, note }: RollupRow): string =>
  `The rollup ${name} could not be made. ${note ?? ""}`.trim();

export const expiringSentence = ({ name, expires_at: until }: RollupRow): string =>
  `The time of the rollup ${name} is over on ${moment(until!)}. Renew it to keep it running: what you buy is added to what is left.`;

export const expiredNote = (keptUntil: Date): string =>
  `Its time is over. Its blocks are kept until ${moment(keptUntil)}: renew it by then and it goes on where it stopped.`;

export const terminatedNote = "It was terminated by your team.";
export const unpaidNote = "It was not paid for in 14 days, so the order was withdrawn and the chain id is free again.";

export const appliedSentence = (team: string, { name }: RollupRow): string =>
  `${team} applies for the rollup ${name}. Answer with a price, or decline.`;

export const paidSentence = (team: string, { name }: RollupRow): string =>
  `${team} has paid for the rollup ${name}. Set it up at its provider and hand it over.`;

export const offeredSentence = ({ name }: RollupRow): string =>
  `There is an offer for the rollup ${name}. Pay for it to have it made.`;

export const declinedSentence = ({ name, note }: RollupRow): string =>
  `The application for the rollup ${name} was declined. ${note ?? ""}`.trim();

/** Where a rollup is looked at. */
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
