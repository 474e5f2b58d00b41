import type { DepositRecord } from "../../../../resources/billing/deposit-history.ts";
import type { Db } from "../../engines/database/database.ts";
import type { ChainEvents } from "../../chains/events/service.ts";
import { countOf, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";
import { networkName } from "./networks.ts";

/** Unix seconds, both ends inclusive. */
export interface DepositSpan {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

interface HistoryQuery extends PageQuery, DepositSpan {
  /** Only this deposit. */
  readonly id?: string | undefined;
  /** Only this transaction. */
  readonly hash?: string | undefined;
}

/** A page of a team's deposits, newest first. */
export const listDeposits = async (
  { confirmations }: Pick<ChainEvents, "confirmations">,
  db: Db,
  teamId: string,
  { id, hash, since, until, ...page }: HistoryQuery,
): Promise<{ items: DepositRecord[]; total: number }> => {
  const matching = depositsIn(db, teamId, { since, until })
    .$if(id !== undefined, (rows) => rows.where("id", "=", id!))
    .$if(hash !== undefined, (rows) => rows.where("tx_hash", "=", hash!.toLowerCase()));
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy("created_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  const waiting = rows.filter(({ status }) => status === "PENDING").map(({ id }) => id);
  const confirmed = await confirmations(db, waiting);
  const items = rows.map((row) => ({
    id: row.id,
    network: networkName(row.network),
    amount: row.usd,
    originalValue: row.coin_amount,
    amountType: row.coin,
    landAmount: row.land,
    txHash: row.tx_hash,
    createdAt: Math.floor(row.created_at.getTime() / 1000),
    status: row.status,
    confirmations: confirmed.get(row.id) ?? null,
  }));
  return { items, total };
};

/** A team's deposits first seen in a period. */
export const depositsIn = (db: Db, teamId: string, { since, until }: DepositSpan) =>
  db
    .selectFrom("deposit")
    .where("team_id", "=", teamId)
    .$if(since !== undefined, (rows) => rows.where("created_at", ">=", new Date(since! * 1000)))
    .$if(until !== undefined, (rows) => rows.where("created_at", "<", new Date((until! + 1) * 1000)));
