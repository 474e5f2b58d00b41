/** A team's payments for LAND and resources, newest first. */
import { sql, type RawBuilder } from "kysely";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { purchases } from "../../../../resources/billing/purchases.ts";
import type { Db } from "../../engines/database/database.ts";
import type { ChainEvents } from "../../chains/events/service.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { networkName } from "./networks.ts";

/** Unix seconds, both ends inclusive. */
export interface DepositSpan {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

interface Stored {
  readonly id: string;
  readonly status: string;
}

/** Routes of deposits and purchases. */
export const recordRoutes = ({ confirmations }: Pick<ChainEvents, "confirmations">): Route[] => {
  const load = async (rows: readonly Stored[], { db }: { readonly db: Db }) => {
    const waiting = rows.filter(({ status }) => status === "PENDING").map(({ id }) => id);
    const confirmed = await confirmations(db, waiting);
    return ({ id }: Stored) => ({ confirmations: confirmed.get(id) ?? null });
  };
  return [
    ...tableRoutes(deposits, "deposit", {
      columns: {
        amount: sql.ref("usd"),
        originalValue: sql.ref("coin_amount"),
        amountType: sql.ref("coin"),
        landAmount: sql.ref("land"),
      },
      present: ({ network }) => ({ network: networkName(network) }),
      load,
      filter: (rows, { id, hash, since, until }) => rows.where(matches(id, hash)).where(createdIn({ since, until })),
    }),
    ...tableRoutes(purchases, "purchase", {
      columns: { resourceType: sql.ref("resource"), size: sql.ref("amount") },
      present: ({ network }) => ({ network: networkName(network) }),
      load,
      filter: (rows, { id, hash }) => rows.where(matches(id, hash)),
    }),
  ];
};

/** Whether a row is the record or transaction, if they are set. */
const matches = (id: string | null = null, hash: string | null = null): RawBuilder<boolean> =>
  sql`(${id}::uuid is null or id = ${id}) and (${hash}::text is null or tx_hash = ${hash?.toLowerCase() ?? null})`;

/** Whether a row was first seen in a period. */
const createdIn = ({ since, until }: DepositSpan): RawBuilder<boolean> => sql`
  created_at >= ${since === undefined ? "-infinity" : new Date(since * 1000)}::timestamptz
  and created_at < ${until === undefined ? "infinity" : new Date((until + 1) * 1000)}::timestamptz`;

/** A team's deposits first seen in a period. */
export const depositsIn = (db: Db, teamId: string, span: DepositSpan) =>
  db.selectFrom("deposit").where("team_id", "=", teamId).where(createdIn(span));
