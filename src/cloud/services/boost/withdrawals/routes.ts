import { landUnit } from "../../../../../resources/billing/deposits.ts";
import { withdrawTonMin } from "../../../../../resources/boost/limits.ts";
import { adTonLimit, boostInvoice, withdraw } from "../../../../../resources/boost/withdraw-calls.ts";
import { payoutMissing } from "../../../../../resources/boost/withdrawal-messages.ts";
import { leastUsd } from "../../../../../resources/boost/withdrawing.ts";
import { landPerDollar } from "../../../../../resources/limits.ts";
import { AppError } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { inPhases, type Route } from "../../route.ts";
import { toncoinPrice } from "../../toncoin-price.ts";
import { microOf, sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { nodeRoute } from "../node-route.ts";
import { operatorWithdrawalRoutes } from "./operator.ts";
import { requestWithdrawal } from "./request.ts";
import type { WithdrawalDeps } from "./service.ts";

interface Deps extends WithdrawalDeps {
  /** Notifies the user of a refusal in its transaction; run the returned function after the commit. */
  refused(trx: Trx, id: string): Promise<() => void>;
  /** Called when a withdrawal may be ready to pay. */
  changed(): void;
}

/** Withdrawals for nodes and operators. */
export const withdrawalRoutes = (deps: Deps): Route[] => {
  const { engines, auth, miniPayments, clock, log, refused, changed } = deps;
  const { evm, prices, ton } = engines;
  /** Test coins don't pay real balances, and real coins aren't paid at a test price. Throws WITHDRAWALS_OFF, PRICE_UNAVAILABLE. */
  const priceNow = async () => {
    if (ton.embedded ? !evm.embedded : prices.embedded) throw new AppError("WITHDRAWALS_OFF");
    return toncoinPrice(prices, log);
  };

  return [
    nodeRoute(adTonLimit, async () => {
      const price = await priceNow();
      return {
        ton: withdrawTonMin,
        usd: sixDecimals(leastUsd(price)),
        price: String(price.price),
        expo: price.expo,
        network: ton.network,
        notice: ton.payout ? null : payoutMissing,
      };
    }),
    nodeRoute(
      withdraw,
      inPhases({
        prepare: priceNow,
        write: async ({ db, caller: { nodeId }, body, afterCommit }, price) => {
          const { network } = ton;
          const request = { address: body.address, amount: microOf(body.amount), at: clock(), price, network };
          const made = await requestWithdrawal(db, nodeId, request);
          afterCommit(changed);
          return made;
        },
      }),
    ),
    nodeRoute(
      boostInvoice,
      inPhases({
        prepare: ({ body: { targetValue } }) => {
          const land = BigInt(Math.round(targetValue * 100)) * (landPerDollar / 100n) * landUnit;
          return miniPayments.prepareOrder("STAR", land);
        },
        write: async ({ db, caller: { userId } }, keep) => {
          const { euid } = await auth.user(db, userId);
          const order = await keep(db, { personId: userId, euid });
          if (order.asset !== "STAR") throw new AppError("MINI_ASSET_OFF");
          return order.invoiceLink;
        },
      }),
    ),
    ...operatorWithdrawalRoutes({ refused, changed }),
  ];
};
