import {
  earlyWarn,
  editEarlyWarn,
  editSpendCap,
  outlook,
  packageLeft,
  packageList,
  spendCaps,
} from "../../../../resources/billing/account-calls.ts";
import { priceList, quote } from "../../../../resources/billing/quote.ts";
import { meteredResources } from "../../../../resources/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { dunning } from "../../ledger/dunning.ts";
import { turnMonths } from "../../ledger/grants.ts";
import { microsOf } from "../../ledger/moments.ts";
import { outlookOf } from "../../ledger/outlook.ts";
import { priceListAt } from "../../ledger/prices.ts";
import { quotaOf, stateOf } from "../../ledger/quota.ts";
import { quoteFor } from "../../ledger/quote.ts";
import { serviceOf, type Usage } from "../../ledger/usage.ts";
import type { Alerts } from "../alerts/service.ts";
import { route, type Route } from "../route.ts";
import { earlyWarningOf, setEarlyWarning } from "./early-warning.ts";
import { packagesOf } from "./packages.ts";
import { editCap, listCaps } from "./spend-caps.ts";
import { presentOutlook, presentPrice, presentQuote } from "./wire.ts";

interface Deps {
  readonly usage: Pick<Usage, "since" | "waiting">;
  readonly allowance: Pick<Allowance, "used">;
  readonly alerts: Pick<Alerts, "balanceAlertOf" | "setBalanceAlert">;
}

/** A team's balance, packages and costs, read from the ledger. */
export const billingRoutes = ({ usage, allowance, alerts }: Deps): Route[] => [
  route(packageList, ({ db, caller }) => packagesOf({ usage, allowance }, db, caller.teamId)),
  route(packageLeft, async ({ db, caller, params }) => {
    const resource = meteredResources.find((name) => name === params.TYPE);
    if (!resource) throw new AppError("NOT_FOUND");
    await turnMonths(db, new Date(), caller.teamId);
    const state = await stateOf(db, caller.teamId, usage.waiting(caller.teamId));
    return { size: Number(quotaOf(state, resource).granted) };
  }),
  route(priceList, async ({ db }) => ({ items: (await priceListAt(db, microsOf(new Date()))).map(presentPrice) })),
  route(outlook, async ({ db, caller: { teamId } }) =>
    presentOutlook(await outlookOf(db, usage, teamId), await dunning(db, teamId)),
  ),
  route(earlyWarn, ({ db, caller }) => earlyWarningOf(alerts, db, caller.teamId)),
  route(editEarlyWarn, async ({ db, caller, body, logged }) => {
    await setEarlyWarning(alerts, db, caller.teamId, body);
    logged({ target: body.enable ? "On" : "Off" });
    return earlyWarningOf(alerts, db, caller.teamId);
  }),
  route(spendCaps, ({ db, caller }) => listCaps(db, usage, caller.teamId)),
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
