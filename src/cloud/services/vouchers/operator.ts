/** Vouchers for operators: create, list, withdraw. */
import { randomUUID } from "node:crypto";
import type { Row } from "../../../../resources/define.ts";
import {
  giftUnits,
  voucherDaysMax,
  voucherLandMax,
  voucherResourceMax,
  voucherUsesMax,
} from "../../../../resources/billing/voucher-gifts.ts";
import type { vouchers, VoucherState } from "../../../../resources/operator/vouchers.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { hashOf } from "../secrets.ts";
import { isUuid } from "../uuid.ts";
import { canonical, endingOf, newVoucherCode } from "./code.ts";
import type { VoucherRow } from "./redeem.ts";

type Entry = Row<typeof vouchers>;
export type NewVoucher = Pick<Entry, "gives" | "amount" | "days" | "uses" | "expiresAt" | "note">;

interface ListQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly gives?: string | undefined;
}

/** Newest first. */
export const listVouchers = async (
  db: Db,
  { keyword, gives, ...page }: ListQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("voucher")
    .$if(!!keyword, (rows) => rows.where("note", "ilike", containing(keyword!)))
    .$if(gives !== undefined, (rows) => rows.where("gives", "=", gives as Entry["gives"]));
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy("created_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Only the reply contains the code. Throws INVALID_INPUT. */
export const createVoucher = async (trx: Trx, voucher: NewVoucher): Promise<{ id: string; code: string }> => {
  check(voucher);
  const { gives, amount, days, uses, expiresAt, note } = voucher;
  const id = randomUUID();
  const code = newVoucherCode();
  await trx
    .insertInto("voucher")
    .values({
      id,
      code_hash: hashOf(canonical(code)),
      code_ending: endingOf(code),
      gives,
      amount: (BigInt(amount) * giftUnits[gives].size).toString(),
      days: days ?? null,
      uses,
      expires_at: expiresAt === undefined ? null : new Date(expiresAt * 1000),
      withdrawn_at: null,
      note: note || null,
    })
    .execute();
  return { id, code };
};

/** Blocks further redemptions. Throws NOT_FOUND. Returns its label in the list. */
export const withdrawVoucher = async (trx: Trx, id: string): Promise<string> => {
  const { ending } = await findVoucher(trx, id);
  const now = new Date();
  await trx
    .updateTable("voucher")
    .set({ withdrawn_at: now })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .execute();
  return ending;
};

/** Throws NOT_FOUND, and VOUCHER_USED for a redeemed voucher, which stays for reference. */
export const deleteVoucher = async (trx: Trx, id: string): Promise<string> => {
  const { ending } = await findVoucher(trx, id);
  const deleted = await trx
    .deleteFrom("voucher")
    .where("id", "=", id)
    .where("used", "=", 0)
    .returning("id")
    .executeTakeFirst();
  if (!deleted) throw new AppError("VOUCHER_USED");
  return ending;
};

const findVoucher = async (trx: Trx, id: string): Promise<Entry> => {
  const query = trx.selectFrom("voucher").selectAll();
  const row = isUuid(id) ? await query.where("id", "=", id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

const check = ({ gives, amount, days, uses, expiresAt }: NewVoucher): void => {
  const largest = gives === "LAND" ? voucherLandMax : voucherResourceMax;
  const fields: Record<string, string[]> = {
    ...outside("amount", "Amount", amount, largest),
    ...outside("uses", "Uses", uses, voucherUsesMax),
    ...(days !== undefined && outside("days", "Days", days, voucherDaysMax)),
    ...(days !== undefined && gives === "LAND" && { days: ["Days: LAND never expires. Leave this empty."] }),
    ...(expiresAt !== undefined &&
      expiresAt * 1000 <= Date.now() && { expiresAt: ["Until: choose a time in the future."] }),
    ...(expiresAt !== undefined &&
      expiresAt > lastSecond && { expiresAt: ["Until: choose a time before the year 10000."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};

/** Latest time that the database can store. */
const lastSecond = Date.UTC(9999, 11, 31) / 1000;

const outside = (name: string, label: string, value: number, largest: number): Record<string, string[]> =>
  value >= 1 && value <= largest
    ? {}
    : { [name]: [`${label}: enter a number from 1 to ${largest.toLocaleString("en-US")}.`] };

const present = (row: VoucherRow): Entry => ({
  id: row.id,
  gives: row.gives,
  amount: Number(BigInt(row.amount) / giftUnits[row.gives].size),
  uses: row.uses,
  used: row.used,
  state: stateOf(row),
  ending: row.code_ending,
  createdAt: Math.floor(row.created_at.getTime() / 1000),
  ...(row.days !== null && { days: row.days }),
  ...(row.expires_at && { expiresAt: Math.floor(row.expires_at.getTime() / 1000) }),
  ...(row.note !== null && { note: row.note }),
});

const stateOf = ({ withdrawn_at, used, uses, expires_at }: VoucherRow): VoucherState => {
  if (withdrawn_at) return "withdrawn";
  if (used >= uses) return "used-up";
  return expires_at && expires_at <= new Date() ? "expired" : "open";
};
