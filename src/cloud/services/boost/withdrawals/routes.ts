import { landUnit } from "../../../../../resources/billing/deposits.ts";
import { withdrawTonMin } from "../../../../../resources/boost/limits.ts";
import { adTonLimit, boostInvoice, withdraw } from "../../../../../resources/boost/withdraw-calls.ts";
import { payoutMissing } from "../../../../../resources/boost/withdrawal-messages.ts";
import { leastUsd, tonsOf } from "../../../../../resources/boost/withdrawing.ts";
import { landPerDollar } from "../../../../../resources/limits.ts";
import { AppError, invalidField } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { inPhases, type Route } from "../../route.ts";
import { toncoinPrice } from "../../toncoin-price.ts";
import { microOf, sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { nodeRoute } from "../node-route.ts";
import { requestWithdrawal } from "./request.ts";
import type { WithdrawalDeps } from "./service.ts";
import { sql } from "kysely";
import { boostWithdrawals } from "../../../../../resources/operator/boost-withdrawals.ts";
import { tableRoutes } from "../../table-routes.ts";
import { credit } from "../usdt.ts";
import type { WithdrawalRow } from "./rows.ts";

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

interface OperatorDeps {
  /** Notifies the user of a refusal in its transaction; run the returned function after the commit. */
  refused(trx: Trx, id: string): Promise<() => void>;
  /** Called when a withdrawal may be ready to pay. */
  changed(): void;
}

/** The operator's resource. A refusal needs a note and refunds the amount. Throws WITHDRAWAL_ANSWERED, also if its payment is signed. */
const operatorWithdrawalRoutes = ({ refused, changed }: OperatorDeps): Route[] =>
  tableRoutes(boostWithdrawals, "boost_withdrawal", {
    team: null,
    target: "usd",
    columns: {
      from: sql`(select coalesce(nullif(username, ''), person.address, '') from boost_node
        join person on person.id = boost_node.person_id where boost_node.id = boost_withdrawal.node_id)`,
      answer: sql`null`,
    },
    present: ({ amount, status, nano }) => ({
      usd: `$${sixDecimals(BigInt(amount))}`,
      paid: status === "SENT" ? `${tonsOf(BigInt(nano ?? 0))} TON` : undefined,
    }),
    before: async ({ answer, note }, { db, id }, stored) => {
      const row = stored!;
      if (answer === "APPROVE") return { ...approved(row), note: row.note };
      if (answer === undefined) throw invalidField("answer", "Answer: choose an option.");
      if (!note?.trim()) throw invalidField("note", "Note: enter a reason. The user will see it.");
      const isOpen = row.status === "REVIEW" || (row.status === "PENDING" && row.boc === null);
      if (!isOpen) throw new AppError("WITHDRAWAL_ANSWERED");
      await credit(db, row.node_id, { kind: "RETURNED", amount: BigInt(row.amount), withdrawalId: id });
      return { status: "REFUSED", note: note.trim(), decided_at: new Date(), boc: null };
    },
    after: async ({ db, afterCommit }, { id, status }) => {
      afterCommit(status === "REFUSED" ? await refused(db, id) : changed);
    },
    actions: ({ change }) => ({
      approve: async (context) => {
        await change(context, approved);
        return null;
      },
    }),
  });

/** A previously signed message is not resent: the payment is looked up on-chain before another one is made. */
const approved = ({ status }: WithdrawalRow) => {
  if (status !== "REVIEW") throw new AppError("WITHDRAWAL_ANSWERED");
  return { status: "PENDING", reason: null, decided_at: new Date(), boc: null } as const;
};
