import { landUnit } from "../../../../resources/money.ts";
import { withdrawTonMin } from "../../../../resources/boost/limits.ts";
import { adTonLimit, boostInvoice, withdraw } from "../../../../resources/boost/withdrawals/withdraw-calls.ts";
import { payoutMissing } from "./withdrawal-messages.ts";
import {
  leastUsd,
  tonsOf,
  reviewReasons,
  type WithdrawalFacts,
} from "../../../../resources/boost/withdrawals/withdrawing.ts";
import { landPerDollar } from "../../../../resources/limits.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { inPhases, type Route } from "../../kernel/calls/route.ts";
import { toncoinPrice } from "../../chains/toncoin-price.ts";
import { microOf, sixDecimals } from "../micro-amounts.ts";
import { nodeRoute } from "../nodes/node-route.ts";
import { sql } from "kysely";
import { boostWithdrawals } from "../../../../resources/operator/boost-withdrawals.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { credit, debit, usdtOf } from "../usdt.ts";
import type { WithdrawalRow } from "./rows.ts";
import { randomUUID } from "node:crypto";
import { tonAddressParts, tonAddressProblem } from "../../../../resources/boost/withdrawals/ton-address.ts";
import type { Price } from "../../engines/prices/prices.ts";
import type { Ton } from "../../engines/ton/ton.ts";
import { lockNode, type NodeRow, type Clock } from "../nodes/nodes.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Wake } from "../../kernel/duties.ts";
import type { Messaging } from "../../account/messaging/service.ts";
import type { MiniPayments } from "../../account/mini-payments/service.ts";
import type { Notices } from "../../account/notices/service.ts";
import type { Auth } from "../../account/auth/service.ts";

export interface WithdrawalDeps {
  readonly engines: Pick<Engines, "database" | "evm" | "prices" | "ton">;
  readonly auth: Pick<Auth, "user">;
  readonly miniPayments: Pick<MiniPayments, "prepareOrder">;
  readonly notices: Pick<Notices, "refresh" | "create">;
  readonly messaging: Pick<Messaging, "sendMessage">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly wake?: Wake;
}

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
  /**
   * Test coins don't pay balances that cost something, real coins aren't paid for what test coins bought, nor at a test price. Throws
   * WITHDRAWALS_OFF, PRICE_UNAVAILABLE.
   */
  const priceNow = async () => {
    if (ton.embedded !== evm.embedded || (!ton.embedded && prices.embedded)) throw new AppError("WITHDRAWALS_OFF");
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

// Requests a withdrawal: debited at once and paid soon, or after a review.

interface WithdrawalRequest {
  readonly address: string;
  /** Millionths of a dollar. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly at: number;
  readonly price: Pick<Price, "price" | "expo">;
  readonly network: Ton["network"];
}

const daySeconds = 86_400;

/** Throws INVALID_INPUT for an invalid address or amount. */
const requestWithdrawal = async (
  trx: Trx,
  nodeId: string,
  { address, amount, at, price, network }: WithdrawalRequest,
): Promise<{ readonly id: string; readonly status: "PENDING" | "REVIEW"; readonly reason: string | null }> => {
  const problem = tonAddressProblem(address, network);
  const account = tonAddressParts(address)?.raw;
  if (problem !== undefined || account === undefined) throw invalidField("address", problem ?? "");
  const least = leastUsd(price);
  if (amount < least)
    throw invalidField("amount", `Amount: enter at least $${sixDecimals(least)} (${withdrawTonMin} TON).`);
  // One withdrawal per node at a time, so the facts below are consistent.
  const node = await lockNode(trx, nodeId);
  const reasons = reviewReasons(await factsOf(trx, node, { usd: amount, account, at }));
  const id = randomUUID();
  if ((await debit(trx, nodeId, { kind: "WITHDRAW", amount, withdrawalId: id })) === undefined)
    throw invalidField("amount", `Amount: exceeds your balance of $${sixDecimals(await usdtOf(trx, nodeId))}.`);
  const status = reasons.length > 0 ? "REVIEW" : "PENDING";
  const reason = reasons.join(" ") || null;
  await trx
    .insertInto("boost_withdrawal")
    .values({
      id,
      node_id: nodeId,
      amount: amount.toString(),
      address,
      account,
      status,
      reason,
      created_at: new Date(at * 1000),
    })
    .execute();
  return { id, status, reason };
};

const factsOf = async (
  trx: Trx,
  node: NodeRow,
  { usd, account, at }: { readonly usd: bigint; readonly account: string; readonly at: number },
): Promise<WithdrawalFacts> => {
  const others = trx.selectFrom("boost_withdrawal").where("account", "=", account).where("node_id", "!=", node.id);
  const { othersAtAddress } = await others
    .select(({ fn }) => fn.count<bigint>("node_id").distinct().as("othersAtAddress"))
    .executeTakeFirstOrThrow();
  const recent = await trx
    .selectFrom("boost_withdrawal")
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.sum<string | null>("amount").as("usd")])
    .where("node_id", "=", node.id)
    .where("status", "!=", "REFUSED")
    .where("created_at", ">", new Date((at - daySeconds) * 1000))
    .executeTakeFirstOrThrow();
  const unseen = await trx
    .selectFrom("boost_withdrawal")
    .select(({ fn }) => fn.sum<string | null>("amount").as("usd"))
    .where("status", "in", ["PENDING", "SENT"])
    .where("decided_at", "is", null)
    .where("created_at", ">", new Date((at - daySeconds) * 1000))
    .executeTakeFirstOrThrow();
  const collected = await trx
    .selectFrom("boost_point")
    .select("id")
    .where("node_id", "=", node.id)
    .where("kind", "=", "collect")
    .limit(1)
    .executeTakeFirst();
  return {
    usd,
    recent: { count: Number(recent.count), usd: BigInt(recent.usd ?? 0) },
    unseenOfAll: BigInt(unseen.usd ?? 0),
    nodeSeconds: at - secondsOf(node.created_at),
    othersAtAddress: Number(othersAtAddress),
    hasCollected: collected !== undefined,
    ...(await inviteesOf(trx, node.id)),
  };
};

const inviteesOf = async (trx: Trx, nodeId: string): Promise<Pick<WithdrawalFacts, "invited" | "invitedActive">> => {
  const { invited, active } = await trx
    .selectFrom("boost_node")
    .select(({ fn, exists, selectFrom }) => [
      fn.countAll<bigint>().as("invited"),
      fn
        .countAll<bigint>()
        .filterWhere(
          exists(
            selectFrom("boost_point")
              .select("boost_point.id")
              .whereRef("boost_point.node_id", "=", "boost_node.id")
              .where("boost_point.kind", "=", "collect"),
          ),
        )
        .as("active"),
    ])
    .where("inviter_id", "=", nodeId)
    .executeTakeFirstOrThrow();
  return { invited: Number(invited), invitedActive: Number(active) };
};
