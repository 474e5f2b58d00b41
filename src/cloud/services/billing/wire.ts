/** Balance replies on the wire. */
import type { outlook } from "../../../../resources/billing/account-calls.ts";
import type { priceList, priceUnits, quote } from "../../../../resources/billing/quote.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import type { Dunning } from "../../ledger/dunning.ts";
import { dateOf, microsPerSecond } from "../../ledger/moments.ts";
import type { Outlook } from "../../ledger/outlook.ts";
import type { ListedPrice } from "../../ledger/prices.ts";
import type { Quote } from "../../ledger/quote.ts";
import { secondsOf } from "../seconds-of.ts";

/** Upper limit of days: a hundred years. */
const daysMax = 36_500n;

export const presentOutlook = (
  { balance, held, owed, due, landPerDay, daysLeft }: Outlook,
  { step, beganAt, servedUntil, keptUntil }: Dunning,
): Reply<typeof outlook> => ({
  land: (balance - held).toString(),
  held: held.toString(),
  owed: owed.toString(),
  due: due.toString(),
  landPerDay: landPerDay.toString(),
  daysLeft: daysLeft === undefined ? null : Number(daysLeft < daysMax ? daysLeft : daysMax),
  dunning: {
    step,
    beganAt: secondsOrNull(beganAt),
    servedUntil: secondsOrNull(servedUntil),
    keptUntil: secondsOrNull(keptUntil),
  },
});

const secondsOrNull = (moment: Date | undefined): number | null => (moment ? secondsOf(moment) : null);

const units: Readonly<Record<MeteredResource, (typeof priceUnits)[number]>> = {
  IPFS_STORAGE: "BYTE_SECOND",
  AR_STORAGE: "BYTE",
  TRAFFIC: "BYTE",
  BUILD_TIME: "SECOND",
  COMPUTE_UNIT: "UNIT",
  AI_RPC: "UNIT",
};

/** Storage is stored in bytes times microseconds, and reported in bytes times seconds. */
export const presentPrice = ({
  resource,
  item,
  land,
  per,
  startsAt,
}: ListedPrice): Reply<typeof priceList>["items"][number] => ({
  resourceType: resource,
  ...(item !== "" && { item }),
  data: {
    land: (resource === "IPFS_STORAGE" ? land * microsPerSecond : land).toString(),
    per: per.toString(),
    unit: units[resource],
    since: secondsOf(dateOf(startsAt)),
  },
});

export const presentQuote = ({ fromPackages, beyond, land, refusal }: Quote): Reply<typeof quote> => ({
  fromPackages: Number(fromPackages),
  beyond: Number(beyond),
  land: land?.toString() ?? null,
  enough: refusal === undefined,
  ...(refusal && { reason: refusal }),
});
