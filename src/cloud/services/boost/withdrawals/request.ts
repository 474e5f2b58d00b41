/** Requests a withdrawal: debited at once and paid soon, or after a review. */
import { randomUUID } from "node:crypto";
import { withdrawTonMin } from "../../../../../resources/boost/limits.ts";
import { leastUsd, reviewReasons, type WithdrawalFacts } from "../../../../../resources/boost/withdrawing.ts";
import { tonAddressParts, tonAddressProblem } from "../../../../../resources/boost/ton-address.ts";
import { invalidField } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import type { Price } from "../../../engines/prices/prices.ts";
import type { Ton } from "../../../engines/ton/ton.ts";
import { sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { lockNode, type NodeRow } from "../nodes.ts";
import { debit, usdtOf } from "../usdt.ts";
import { secondsOf } from "../../seconds-of.ts";

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
export const requestWithdrawal = async (
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
