/** Exchange accounts: each belongs to one node, and its reward waits for an operator's approval. */
import { sql } from "kysely";
import {
  exchangeFaults,
  exchangeNames,
  type Exchange,
  type ExchangeAccount,
} from "../../../../resources/boost/tasks/exchanges.ts";
import { boostExchangeAccounts } from "../../../../resources/operator/boost-exchange-accounts.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import type { exchangeProfile } from "../../../../resources/boost/tasks/task-calls.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { calledBy } from "../called-by.ts";
import { lockNode } from "../nodes/nodes.ts";

type Profile = NonNullable<Reply<typeof exchangeProfile>>;

/** Null before one is set, and for an exchange that is no longer supported. */
export const exchangeOf = async (db: Db, nodeId: string): Promise<Profile | null> => {
  const row = await db
    .selectFrom("boost_exchange")
    .select(["exchange", "uid", "address", "status", "note"])
    .where("node_id", "=", nodeId)
    .executeTakeFirst();
  return row && isExchange(row.exchange) ? { ...row, exchange: row.exchange } : null;
};

/**
 * Sets a node's exchange account, or replaces it until approved. Throws INVALID_INPUT, EXCHANGE_TAKEN for an account or deposit address of
 * another node, and EXCHANGE_APPROVED.
 */
export const nameExchange = async (trx: Trx, nodeId: string, account: ExchangeAccount): Promise<Profile> => {
  const fields = exchangeFaults(account);
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
  await lockNode(trx, nodeId);
  const before = await exchangeOf(trx, nodeId);
  if (before?.status === "APPROVED") throw new AppError("EXCHANGE_APPROVED");
  const named = { ...account, status: "PENDING", note: null } as const;
  try {
    await trx
      .insertInto("boost_exchange")
      .values({ node_id: nodeId, ...named })
      .onConflict((conflict) => conflict.column("node_id").doUpdateSet({ ...named, named_at: new Date() }))
      .execute();
  } catch (error) {
    // Unique indexes decide between concurrent requests.
    if ((error as { code?: string }).code === uniqueViolation) throw new AppError("EXCHANGE_TAKEN");
    throw error;
  }
  return named;
};

/** The operator's resource. Throws EXCHANGE_ANSWERED for an account that is not pending. */
export const exchangeAccountRoutes = (): Route[] =>
  tableRoutes(boostExchangeAccounts, "boost_exchange", {
    team: null,
    where: (rows) => rows.where("exchange", "in", exchangeNames),
    sort: "namedAt",
    target: "uid",
    columns: {
      id: sql.ref("node_id"),
      from: sql`(select ${calledBy("person")} from boost_node join person on person.id = boost_node.person_id
        where boost_node.id = boost_exchange.node_id)`,
    },
    actions: ({ change }) => {
      const answer = (status: "APPROVED" | "REFUSED") => async (context: Parameters<typeof change>[0]) => {
        await change(context, (account) => {
          if (account.status !== "PENDING") throw new AppError("EXCHANGE_ANSWERED");
          return { status };
        });
        return null;
      };
      return { approve: answer("APPROVED"), refuse: answer("REFUSED") };
    },
  });

const uniqueViolation = "23505";
const isExchange = (name: string): name is Exchange => exchangeNames.some((one) => one === name);
