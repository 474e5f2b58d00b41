import { redeemVoucher, verifyVoucher } from "../../../../resources/billing/vouchers.ts";
import { vouchers } from "../../../../resources/operator/vouchers.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { createVoucher, deleteVoucher, listVouchers, withdrawVoucher } from "./operator.ts";
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
  ...resourceRoutes(
    vouchers,
    {
      list: ({ db, query }) => listVouchers(db, query),
      create: ({ db, body }) => createVoucher(db, body),
      delete: async ({ db, params, logged }) => {
        logged({ target: await deleteVoucher(db, params.id) });
        return null;
      },
    },
    {
      withdraw: async ({ db, params, logged }) => {
        logged({ target: await withdrawVoucher(db, params.id) });
        return null;
      },
    },
  ),
];
