import { usdPer100Points } from "../../../resources/boost/limits.ts";
import { usdtBalance, usdtLog } from "../../../resources/boost/spins/spin-calls.ts";
import { AppError } from "../kernel/app-error.ts";
import { countOf, onPage } from "../kernel/calls/list-query.ts";
import type { Db } from "../engines/database/database.ts";
import type { Route } from "../kernel/calls/route.ts";
import { secondsOf } from "../lib/seconds-of.ts";
import { sixDecimals } from "./micro-amounts.ts";
import { nodeRoute } from "./nodes/node-route.ts";
import { usdtOf } from "./usdt.ts";
import { paged } from "./paging.ts";

/** A node's USDT balance and history. */
export const usdtRoutes = (): Route[] => [
  nodeRoute(usdtBalance, async ({ db, caller: { nodeId } }) => {
    const [balance, pending] = await Promise.all([usdtOf(db, nodeId), pendingOf(db, nodeId)]);
    return {
      balance: sixDecimals(balance),
      pending: sixDecimals(pending),
      usdPer100Points: sixDecimals(usdPer100Points),
    };
  }),
  nodeRoute(usdtLog, async ({ db, caller: { nodeId }, params, query }) => {
    const { size, "project-id": projectId } = query;
    if (!/^[1-9]\d{0,4}$/.test(params.page)) throw new AppError("NOT_FOUND");
    const page = Number(params.page);
    const own = db
      .selectFrom("boost_usdt")
      .where("boost_usdt.node_id", "=", nodeId)
      .$if(projectId !== undefined, (rows) => rows.where("project_id", "=", projectId!));
    const [rows, total] = await Promise.all([
      own
        .leftJoin("boost_withdrawal", "boost_withdrawal.id", "boost_usdt.withdrawal_id")
        .select(["boost_usdt.id", "boost_usdt.kind", "boost_usdt.amount", "boost_usdt.created_at"])
        .select(["status", "reason", "note", "tx_hash", "address", "nano"])
        .orderBy("boost_usdt.id", "desc")
        .$call(onPage({ page, size }))
        .execute(),
      countOf(own),
    ]);
    const content = rows.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      amount: sixDecimals(BigInt(row.amount)),
      createdAt: secondsOf(row.created_at),
      status: row.status,
      reason: row.note ?? row.reason,
      address: row.address,
      nano: row.status === "SENT" ? row.nano : null,
      txHash: row.tx_hash,
    }));
    return paged(content, total, { page, size });
  }),
];

/** Pending withdrawals. */
const pendingOf = async (db: Db, nodeId: string): Promise<bigint> => {
  const { sum } = await db
    .selectFrom("boost_withdrawal")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("node_id", "=", nodeId)
    .where("status", "in", ["PENDING", "REVIEW"])
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
};
