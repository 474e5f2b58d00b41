/** All purchases, for operators. */
import { sql } from "kysely";
import type { Row } from "../../../../resources/define.ts";
import { giftUnits } from "../../../../resources/billing/voucher-gifts.ts";
import type { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Effect } from "../chain-events/service.ts";
import { containing, countOf, onPage } from "../list-query.ts";
import { isUuid } from "../uuid.ts";
import { decimal } from "./decimal.ts";
import { grantPurchase, type PurchaseRow } from "./grant-purchase.ts";
import { networkName } from "./networks.ts";
import type { OperatorQuery } from "./operator.ts";
import { ownerOfUid, type Deps } from "./deps.ts";

type Entry = Row<typeof operatorPurchases>;

/** A page of all purchases, newest first. */
export const listAllPurchases = async (
  db: Db,
  { keyword, status, ...page }: OperatorQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("purchase")
    .$if(!!keyword, (rows) => rows.where("tx_hash", "ilike", containing(keyword!)))
    .$if(status !== undefined, (rows) => rows.where("purchase.status", "=", status as Entry["status"]));
  const [rows, total] = await Promise.all([
    columnsOf(matching).orderBy("purchase.created_at", "desc").orderBy("purchase.id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Throws NOT_FOUND. */
export const findPurchase = async (db: Db, id: string): Promise<Entry> => {
  const query = db.selectFrom("purchase");
  const row = isUuid(id) ? await columnsOf(query).where("purchase.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/**
 * Assigns a purchase of an unknown account to a user's own team. Throws NOT_FOUND, PURCHASE_ASSIGNED, INVALID_INPUT.
 */
export const assignPurchase = async (deps: Deps, trx: Trx, id: string, uid: string): Promise<Effect> => {
  await findPurchase(trx, id);
  const query = trx.selectFrom("purchase").selectAll().where("id", "=", id);
  const purchase = await query.forNoKeyUpdate().executeTakeFirstOrThrow();
  if (purchase.status !== "SUSPENSE") throw new AppError("PURCHASE_ASSIGNED");
  const owner = await ownerOfUid(deps, trx, uid);
  if (!owner) throw new AppError("INVALID_INPUT", { fields: { uid: ["User ID: no user has this ID."] } });
  await trx
    .updateTable("purchase")
    .set({ status: "GRANTED", team_id: owner.teamId, granted_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
  return grantPurchase(deps, trx, purchase, owner);
};

const columnsOf = (query: ReturnType<typeof allOf>) =>
  query
    .leftJoin("team", "team.id", "purchase.team_id")
    .leftJoin("person", "person.id", "team.owner_id")
    .selectAll("purchase")
    .select(["team.name as team", "person.id as person_id"]);
const allOf = (db: Db) => db.selectFrom("purchase");

const present = (row: PurchaseRow & { team: string | null; person_id: string | null }): Entry => ({
  id: row.id,
  network: networkName(row.network),
  bought: `${decimal(row.amount, giftUnits[row.resource].size)} ${giftUnits[row.resource].words}`,
  ...(row.until && { until: Math.floor(row.until.getTime() / 1000) }),
  paid: `$${decimal(row.usd)}`,
  status: row.status,
  ...(row.team !== null && { team: row.team }),
  account: row.account,
  txHash: row.tx_hash,
  createdAt: Math.floor(row.created_at.getTime() / 1000),
  uid: row.person_id?.replaceAll("-", "") ?? "",
});
