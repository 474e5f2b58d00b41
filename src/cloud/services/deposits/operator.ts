/** All deposits, for operators. */
import type { Row } from "../../../../resources/define.ts";
import type { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Effect } from "../chain-events/service.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { isUuid } from "../uuid.ts";
import { assignDeposit } from "./credit.ts";
import { decimal } from "./decimal.ts";
import { networkName } from "./networks.ts";
import { ownerOfUid, type Deps } from "./deps.ts";

type Entry = Row<typeof operatorDeposits>;

export interface OperatorQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly status?: string | undefined;
}

/** A page of all deposits, newest first. */
export const listAllDeposits = async (
  db: Db,
  { keyword, status, ...page }: OperatorQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("deposit")
    .$if(!!keyword, (rows) => rows.where("tx_hash", "ilike", containing(keyword!)))
    .$if(status !== undefined, (rows) => rows.where("deposit.status", "=", status as Entry["status"]));
  const [rows, total] = await Promise.all([
    columnsOf(matching).orderBy("deposit.created_at", "desc").orderBy("deposit.id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Throws NOT_FOUND. */
export const findDeposit = async (db: Db, id: string): Promise<Entry> => {
  const query = db.selectFrom("deposit");
  const row = isUuid(id) ? await columnsOf(query).where("deposit.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/** Assigns a deposit of an unknown account to a user's own team. Throws NOT_FOUND, DEPOSIT_ASSIGNED, INVALID_INPUT. */
export const assign = async (deps: Deps, trx: Trx, id: string, uid: string): Promise<Effect> => {
  await findDeposit(trx, id);
  const deposit = await trx
    .selectFrom("deposit")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (deposit.status !== "SUSPENSE") throw new AppError("DEPOSIT_ASSIGNED");
  const owner = await ownerOfUid(deps, trx, uid);
  if (!owner) throw new AppError("INVALID_INPUT", { fields: { uid: ["User ID: no user has this ID."] } });
  return assignDeposit(deps, trx, deposit, owner);
};

const columnsOf = (query: ReturnType<typeof allOf>) =>
  query
    .leftJoin("team", "team.id", "deposit.team_id")
    .leftJoin("person", "person.id", "team.owner_id")
    .select([
      "deposit.id",
      "network",
      "land",
      "coin",
      "coin_amount",
      "deposit.status",
      "team.name as team",
      "person.id as person_id",
      "account",
      "tx_hash",
      "deposit.created_at",
    ]);
const allOf = (db: Db) => db.selectFrom("deposit");

const present = (row: Awaited<ReturnType<ReturnType<typeof columnsOf>["execute"]>>[number]): Entry => ({
  id: row.id,
  network: networkName(row.network),
  land: decimal(row.land),
  paid: `${decimal(row.coin_amount)} ${row.coin}`,
  status: row.status,
  ...(row.team !== null && { team: row.team }),
  account: row.account,
  txHash: row.tx_hash,
  createdAt: Math.floor(row.created_at.getTime() / 1000),
  uid: row.person_id?.replaceAll("-", "") ?? "",
});
