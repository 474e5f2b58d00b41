/** Balance records: bills, statements and charts, read from the ledger. Read-only. */
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { MovementQuery } from "../../ledger/movements.ts";
import { countMovements, readMovements } from "../../ledger/movements.ts";
import type { Usage } from "../../ledger/usage.ts";
import type { PageQuery } from "../list-query.ts";
import { appUse, landUsed, usageBy } from "./analytics.ts";
import { monthLines, statementLines, transactionLines } from "./exports.ts";
import { billsOf } from "./months.ts";
import { statementOf } from "./statement.ts";
import { presentMovement } from "./transactions.ts";

interface Deps {
  readonly usage: Pick<Usage, "waiting">;
  readonly allowance: Pick<Allowance, "turnMonths">;
}

/** Unix seconds, both ends inclusive. */
export interface Span {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export type BillAnalytics = ReturnType<typeof createBillAnalytics>;

export const createBillAnalytics = ({ usage, allowance }: Deps) => {
  /** Unsettled usage is paid by the packages of its hour, including those of a month that just started. */
  const withMonths = async (db: Db, teamId: string): Promise<void> => allowance.turnMonths(db, new Date(), teamId);
  return {
    months: async (db: Db, teamId: string, { page, size }: PageQuery) => {
      const bills = await billsOf(db, teamId);
      return { items: bills.slice((page - 1) * size, page * size), total: bills.length };
    },
    transactions: async (db: Db, teamId: string, { page, size, ...span }: PageQuery & Span) => {
      const query = queryOf(span);
      const [movements, total] = await Promise.all([
        readMovements(db, teamId, query, { size, offset: (page - 1) * size }),
        countMovements(db, teamId, query),
      ]);
      return { items: movements.map(presentMovement), total };
    },
    statement: statementOf,
    appUse: async (db: Db, teamId: string, resource: Parameters<typeof appUse>[3]) => {
      await withMonths(db, teamId);
      return appUse(db, usage, teamId, resource);
    },
    landUsed: async (db: Db, teamId: string, query: Parameters<typeof landUsed>[3]) => {
      await withMonths(db, teamId);
      return landUsed(db, usage, teamId, query);
    },
    usage: async (db: Db, teamId: string, query: Parameters<typeof usageBy>[3]) => {
      await withMonths(db, teamId);
      return usageBy(db, usage, teamId, query);
    },
    monthLines,
    transactionLines: (db: Db, teamId: string, span: Span) => transactionLines(db, teamId, queryOf(span)),
    statementLines,
  };
};

const queryOf = ({ since, until }: Span): MovementQuery => ({
  since: since === undefined ? undefined : new Date(since * 1000),
  until: until === undefined ? undefined : new Date((until + 1) * 1000),
  account: "both",
});
