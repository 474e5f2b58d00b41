import { redeemVoucher, verifyVoucher } from "../../../../resources/billing/vouchers.ts";
import { route, type Route } from "../route.ts";
import { operatorVoucherRoutes } from "./operator.ts";
import { redeem, verify, type Deps } from "./redeem.ts";

/** Vouchers: operators create them, teams redeem them. */
export const voucherRoutes = (deps: Deps): Route[] => [
  route(verifyVoucher, ({ db, caller, params }) => verify(db, caller.teamId, params.code)),
  route(redeemVoucher, async ({ db, caller, body, afterCommit, logged }) => {
    const { gift, id, tell } = await redeem(deps, db, caller, body.code);
    logged({ details: { id, gives: gift.gives } });
    afterCommit(tell);
    return gift;
  }),
  ...operatorVoucherRoutes(),
];
