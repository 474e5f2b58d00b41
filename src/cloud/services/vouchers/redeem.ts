/** Redeems vouchers: once for each team, up to the voucher's number of uses. */
import { balanceEvent } from "../../../../resources/billing/deposits.ts";
import type { Gift } from "../../../../resources/billing/vouchers.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { namedId } from "../../ledger/named-id.ts";
import { hashOf } from "../secrets.ts";
import { canonical } from "./code.ts";

export type VoucherRow = RowOf<"voucher">;

export interface Deps {
  readonly ledger: Pick<Ledger, "post">;
  readonly allowance: Pick<Allowance, "grant">;
  readonly realtime: Pick<Realtime, "toTeam" | "toUser">;
}

export interface Redeemer {
  readonly teamId: string;
  readonly userId: string;
}

const daySeconds = 86_400;

/** Previews a code. Throws VOUCHER_UNKNOWN, VOUCHER_REDEEMED. */
export const verify = async (db: Db, teamId: string, code: string): Promise<Gift> => {
  const voucher = await byCode(db, code).executeTakeFirst();
  await refuse(db, voucher, teamId);
  return giftOf(voucher!);
};

/** Redeems it. Throws as `verify` does. Run the effect after the commit. */
export const redeem = async (
  { ledger, allowance, realtime }: Deps,
  trx: Trx,
  { teamId, userId }: Redeemer,
  code: string,
): Promise<{ gift: Gift; id: string; tell: () => void }> => {
  // Parallel redemptions of a voucher wait here, and then see the number of uses.
  const voucher = await byCode(trx, code).forNoKeyUpdate().executeTakeFirst();
  await refuse(trx, voucher, teamId);
  const { id, gives, days, used } = voucher!;
  const amount = BigInt(voucher!.amount);
  await trx.insertInto("voucher_redemption").values({ voucher_id: id, team_id: teamId, person_id: userId }).execute();
  await trx
    .updateTable("voucher")
    .set({ used: used + 1 })
    .where("id", "=", id)
    .execute();
  if (gives === "LAND") {
    const unit = "LAND";
    const to = { teamId, unit } as const;
    const posting = { id: namedId(id, "voucher", teamId), amount, reason: "Voucher", ref: { voucher: id } };
    await ledger.post(trx, { ...posting, from: { system: "voucher", unit }, to });
  } else {
    const ends = days !== null && { endsAt: new Date(Date.now() + days * daySeconds * 1000) };
    const given = { id: namedId(id, "grant", teamId), package: "VOUCHER", resource: gives, amount } as const;
    await allowance.grant(trx, teamId, { ...given, ...ends });
  }
  const tell = () => {
    realtime.toUser(userId, balanceEvent, {});
    realtime.toTeam(teamId, balanceEvent, {});
  };
  return { gift: giftOf(voucher!), id, tell };
};

const byCode = (db: Db, code: string) =>
  db
    .selectFrom("voucher")
    .selectAll()
    .where("code_hash", "=", hashOf(canonical(code)));

/** One reply for all invalid codes, so that guessing reveals nothing. */
const refuse = async (db: Db, voucher: VoucherRow | undefined, teamId: string): Promise<void> => {
  if (!voucher) throw new AppError("VOUCHER_UNKNOWN");
  const redeemed = await db
    .selectFrom("voucher_redemption")
    .select("team_id")
    .where("voucher_id", "=", voucher.id)
    .where("team_id", "=", teamId)
    .executeTakeFirst();
  if (redeemed) throw new AppError("VOUCHER_REDEEMED");
  if (!isOpen(voucher)) throw new AppError("VOUCHER_UNKNOWN");
};

const isOpen = ({ withdrawn_at, expires_at, used, uses }: VoucherRow): boolean =>
  withdrawn_at === null && used < uses && (expires_at === null || expires_at > new Date());

const giftOf = ({ gives, amount, days, expires_at }: VoucherRow): Gift => ({
  gives,
  amount,
  days,
  expiresAt: expires_at && Math.floor(expires_at.getTime() / 1000),
});
