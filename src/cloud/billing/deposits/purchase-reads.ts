import type { PurchaseRecord } from "../../../../resources/billing/purchases.ts";
import type { PurchaseType } from "../../../../resources/chains/contracts.ts";
import type { Db } from "../../engines/database/database.ts";
import type { ChainEvents } from "../../chains/events/service.ts";
import { countOf, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";
import { networkName } from "./networks.ts";

interface PurchaseQuery extends PageQuery {
  /** Only this purchase. */
  readonly id?: string | undefined;
  /** Only this transaction. */
  readonly hash?: string | undefined;
}

/** A page of a team's purchases, newest first. */
export const listPurchases = async (
  { confirmations }: Pick<ChainEvents, "confirmations">,
  db: Db,
  teamId: string,
  { id, hash, ...page }: PurchaseQuery,
): Promise<{ items: PurchaseRecord[]; total: number }> => {
  const matching = db
    .selectFrom("purchase")
    .where("team_id", "=", teamId)
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
    resourceType: row.resource as PurchaseType,
    size: row.amount,
    until: row.until && secondsOf(row.until),
    usd: row.usd,
    coinAmount: row.coin_amount,
    txHash: row.tx_hash,
    createdAt: secondsOf(row.created_at),
    status: row.status,
    confirmations: confirmed.get(row.id) ?? null,
  }));
  return { items, total };
};

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
