import {
  budget,
  editBudget,
  earlyWarn,
  editEarlyWarn,
  outlook,
  packageLeft,
  packageList,
  type Budget,
  type EarlyWarning,
} from "../../../../resources/billing/account-calls.ts";
import { budgetDefaultLand } from "../../../../resources/billing/budget.ts";
import { priceList, quote, type priceUnits } from "../../../../resources/billing/quote.ts";
import { editSpendCap, spendCaps } from "../../../../resources/billing/spend-caps.ts";
import { meteredResources, type MeteredResource } from "../../../../resources/limits.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Allowance } from "../ledger/allowance.ts";
import { dunning, type Dunning } from "../ledger/dunning.ts";
import { turnMonths } from "../ledger/grants.ts";
import { microsOf, dateOf, microsPerSecond } from "../ledger/charges/moments.ts";
import { budgetOf, setBudget } from "../ledger/charges/budget.ts";
import { monthOutlookOf, type MonthOutlook } from "../ledger/charges/forecast.ts";
import { outlookOf, type Outlook } from "../ledger/charges/outlook.ts";
import { priceListAt, type ListedPrice } from "../ledger/charges/prices.ts";
import { quotaOf, stateOf } from "../ledger/quota.ts";
import { quoteFor, type Quote } from "../ledger/charges/quote.ts";
import { serviceOf, type Usage } from "../ledger/usage/usage.ts";
import type { Alerts } from "../../account/alerts/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { editCap, listCaps } from "./spend-caps.ts";
import { earlyWarningLand } from "../../../../resources/account/balance-alert.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

interface Deps {
  readonly usage: Pick<Usage, "withWaiting">;
  readonly allowance: Pick<Allowance, "used">;
  readonly alerts: Pick<Alerts, "balanceAlertOf" | "check" | "setBalanceAlert">;
}

/** A team's balance, packages and costs, read from the ledger. */
export const billingRoutes = ({ usage, allowance, alerts }: Deps): Route[] => [
  route(packageList, ({ db, caller }) => packagesOf(allowance, db, caller.teamId)),
  route(packageLeft, async ({ db, caller, params }) => {
    const resource = meteredResources.find((name) => name === params.TYPE);
    if (!resource) throw new AppError("NOT_FOUND");
    await turnMonths(db, new Date(), caller.teamId);
    const state = await stateOf(db, caller.teamId, usage);
    return { size: Number(quotaOf(state, resource).granted) };
  }),
  route(priceList, async ({ db }) => ({ items: (await priceListAt(db, microsOf(new Date()))).map(presentPrice) })),
  route(outlook, async ({ db, caller: { teamId } }) =>
    presentOutlook(
      await outlookOf(db, usage, teamId),
      await monthOutlookOf(db, usage, teamId),
      await dunning(db, teamId),
    ),
  ),
  route(earlyWarn, ({ db, caller }) => earlyWarningOf(alerts, db, caller.teamId)),
  route(editEarlyWarn, async ({ db, caller, body, logged }) => {
    await setEarlyWarning(alerts, db, caller.teamId, body);
    logged({ target: body.enable ? "On" : "Off" });
    return earlyWarningOf(alerts, db, caller.teamId);
  }),
  route(budget, ({ db, caller }) => presentBudget(db, caller.teamId)),
  route(editBudget, async ({ db, caller: { teamId }, body, logged, afterCommit }) => {
    await setBudget(db, teamId, body.enable ? amountOfBudget(body.land) : undefined);
    logged({ target: body.enable ? "On" : "Off" });
    afterCommit(async () => void (await alerts.check(teamId)));
    return presentBudget(db, teamId);
  }),
  ...resourceRoutes(spendCaps, { list: ({ db, caller }) => listCaps(db, usage, caller.teamId) }),
  route(editSpendCap, async ({ db, caller, body, logged }) => {
    logged({ target: await editCap(db, caller.teamId, body) });
    return null;
  }),
  route(quote, async ({ db, caller, query: { resourceType: resource, amount, seconds, service, target } }) =>
    presentQuote(
      await quoteFor(db, usage, caller.teamId, {
        resource,
        amount: BigInt(amount),
        seconds: BigInt(seconds),
        spender: { service: service ?? serviceOf(resource), ...(target !== undefined && { subject: target }) },
      }),
    ),
  ),
];

/**
 * The low-balance alert: the LAND part of the balance alert (account/alerts), under the names of the billing calls.
 */
type AlertStore = Pick<Alerts, "balanceAlertOf" | "setBalanceAlert">;

const earlyWarningOf = async (alerts: AlertStore, db: Db, teamId: string): Promise<EarlyWarning> => {
  const { active, landLeft } = await alerts.balanceAlertOf(db, teamId);
  return { enable: active && landLeft !== null, land: landLeft ?? earlyWarningLand };
};

/** Turning it off keeps the allowance alerts; turning it on enables alerts. */
const setEarlyWarning = async (
  alerts: AlertStore,
  trx: Trx,
  teamId: string,
  { enable, land }: EarlyWarning,
): Promise<void> => {
  const alert = await alerts.balanceAlertOf(trx, teamId);
  const values = enable ? { active: true, landLeft: land } : { landLeft: null };
  await alerts.setBalanceAlert(trx, teamId, { ...alert, ...values });
};

/** Throws INVALID_BODY for a budget of nothing, of which every share is reached. */
const amountOfBudget = (land: string): bigint => {
  if (BigInt(land) === 0n) throw invalidField("land", "Enter an amount above zero.");
  return BigInt(land);
};

const presentBudget = async (db: Db, teamId: string): Promise<Budget> => {
  const land = await budgetOf(db, teamId);
  return { enable: land !== undefined, land: land?.toString() ?? budgetDefaultLand };
};

/** Upper limit of days: a hundred years. */
const daysMax = 36_500n;

const presentOutlook = (
  { balance, held, owed, due, landPerDay, daysLeft }: Outlook,
  { since, until, spent, forecast }: MonthOutlook,
  { step, beganAt, servedUntil, keptUntil }: Dunning,
): Reply<typeof outlook> => ({
  land: (balance - held).toString(),
  held: held.toString(),
  owed: owed.toString(),
  due: due.toString(),
  landPerDay: landPerDay.toString(),
  daysLeft: daysLeft === undefined ? null : Number(daysLeft < daysMax ? daysLeft : daysMax),
  month: {
    since: secondsOf(since),
    until: secondsOf(until),
    spent: spent.toString(),
    forecast: forecast.toString(),
  },
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
const presentPrice = ({
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

const presentQuote = ({ fromPackages, beyond, land, refusal }: Quote): Reply<typeof quote> => ({
  fromPackages: Number(fromPackages),
  beyond: Number(beyond),
  land: land?.toString() ?? null,
  enough: refusal === undefined,
  ...(refusal && { reason: refusal }),
});

/** A team's packages: allowance, usage, and usage above them. */
const packagesOf = async (allowance: Pick<Allowance, "used">, db: Db, teamId: string) => {
  const { package: name, startsAt, endsAt, resources, added } = await allowance.used(db, teamId);
  const held = resources.filter(({ allowed }) => allowed > 0n);
  const sizeOf = (stored: MeteredResource): number =>
    Number(resources.find(({ resource }) => resource === stored)!.used);
  return {
    combo: {
      package: name,
      efficientAt: secondsOf(startsAt),
      invalidAt: endsAt ? secondsOf(endsAt) : null,
      resourceItems: held.map(({ resource, allowed }) => itemOf(resource, allowed)),
      consumeItems: held.map(({ resource, allowed, left }) => itemOf(resource, allowed - left)),
    },
    realTimeItems: resources.map(({ resource, used }) => itemOf(resource, used)),
    added: added.map(({ package: addOn, resource, amount, left, endsAt: expiresAt }) => ({
      package: addOn,
      resourceType: resource,
      size: Number(amount),
      left: Number(left),
      invalidAt: expiresAt ? secondsOf(expiresAt) : null,
    })),
    totalIpfsStorage: sizeOf("IPFS_STORAGE"),
    totalArStorage: sizeOf("AR_STORAGE"),
  };
};

const itemOf = (resourceType: MeteredResource, size: bigint) => ({ resourceType, size: Number(size) });
