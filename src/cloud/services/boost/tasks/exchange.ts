/** Exchange accounts: each belongs to one node, and its reward waits for an operator's approval. */
import {
  exchangeFaults,
  exchangeNames,
  type Exchange,
  type ExchangeAccount,
} from "../../../../../resources/boost/exchanges.ts";
import type { Row } from "../../../../../resources/define.ts";
import type { boostExchangeAccounts } from "../../../../../resources/operator/boost-exchange-accounts.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import type { exchangeProfile } from "../../../../../resources/boost/task-calls.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { containing, countOf, onPage, type PageQuery } from "../../list-query.ts";
import { secondsOf } from "../../seconds-of.ts";
import { isUuid } from "../../uuid.ts";
import { calledBy } from "../called-by.ts";
import { lockNode } from "../nodes.ts";

type Profile = NonNullable<Reply<typeof exchangeProfile>>;
type Entry = Row<typeof boostExchangeAccounts>;

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

/** Newest first. */
export const listExchangeAccounts = async (
  db: Db,
  { keyword, status, ...page }: PageQuery & { readonly keyword?: string; readonly status?: string },
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("boost_exchange")
    .where("exchange", "in", exchangeNames)
    .$if(!!keyword, (rows) => rows.where("uid", "like", containing(keyword!)))
    .$if(status !== undefined, (rows) => rows.where("status", "=", status as Entry["status"]));
  const [rows, total] = await Promise.all([
    columnsOf(matching).orderBy("named_at", "desc").orderBy("node_id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Throws NOT_FOUND. */
export const findExchangeAccount = async (db: Db, id: string): Promise<Entry> => {
  const query = columnsOf(db.selectFrom("boost_exchange"));
  const row = isUuid(id) ? await query.where("node_id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/** Throws NOT_FOUND, and EXCHANGE_ANSWERED if it is not pending. */
export const answerExchangeAccount = async (trx: Trx, id: string, status: "APPROVED" | "REFUSED"): Promise<Entry> => {
  await findExchangeAccount(trx, id);
  const answered = await trx
    .updateTable("boost_exchange")
    .set({ status })
    .where("node_id", "=", id)
    .where("status", "=", "PENDING")
    .returning("node_id")
    .executeTakeFirst();
  if (!answered) throw new AppError("EXCHANGE_ANSWERED");
  return findExchangeAccount(trx, id);
};

const uniqueViolation = "23505";
const isExchange = (name: string): name is Exchange => exchangeNames.some((one) => one === name);

const allOf = (db: Db) => db.selectFrom("boost_exchange");
const columnsOf = (query: ReturnType<typeof allOf>) =>
  query
    .innerJoin("boost_node", "boost_node.id", "boost_exchange.node_id")
    .innerJoin("person", "person.id", "boost_node.person_id")
    .selectAll("boost_exchange")
    .select(calledBy("person").as("from"));

const present = ({
  node_id,
  exchange,
  uid,
  address,
  status,
  note,
  named_at,
  from,
}: RowOf<"boost_exchange"> & { from: string }): Entry => ({
  id: node_id,
  exchange: exchange as Exchange,
  uid,
  address,
  from,
  status,
  ...(note !== null && { note }),
  namedAt: secondsOf(named_at),
});
