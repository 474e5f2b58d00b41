import { redeemVoucher, verifyVoucher, type Gift } from "../../../../resources/billing/vouchers.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { operatorVoucherRoutes } from "./operator.ts";
import { balanceEvent } from "../../../../resources/billing/deposits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Allowance } from "../ledger/allowance.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { namedId } from "../ledger/named-id.ts";
import { hashOf } from "../../kernel/secrets.ts";
import { canonical } from "./code.ts";

/** Vouchers: operators create them, teams redeem them. */
export const voucherRoutes = (deps: Deps): Route[] => [
  route(verifyVoucher, ({ db, caller, params }) => verify(db, caller.teamId, params.code)),
  route(redeemVoucher, async ({ db, caller, body, afterCommit, logged }) => {
    const { gift, id, tell } = await redeem(deps, db, caller, body.code);
    logged({ details: { id, gives: gift.gives } });
    afterCommit(tell);
    return gift;
  }),
  ...operatorVoucherRoutes(),
];

// Redeems vouchers: once for each team, up to the voucher's number of uses.

type VoucherRow = RowOf<"voucher">;

interface Deps {
  readonly ledger: Pick<Ledger, "post">;
  readonly allowance: Pick<Allowance, "grant">;
  readonly realtime: Pick<Realtime, "toTeam" | "toUser">;
}

interface Redeemer {
  readonly teamId: string;
  readonly userId: string;
}

const daySeconds = 86_400;

/** Previews a code. Throws VOUCHER_UNKNOWN, VOUCHER_REDEEMED. */
const verify = async (db: Db, teamId: string, code: string): Promise<Gift> => {
  const voucher = await byCode(db, code).executeTakeFirst();
  await refuse(db, voucher, teamId);
  return giftOf(voucher!);
};

/** Redeems it. Throws as `verify` does. Run the effect after the commit. */
const redeem = async (
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
    const grant = { id: namedId(id, "grant", teamId), package: "VOUCHER", resource: gives, amount } as const;
    await allowance.grant(trx, teamId, { ...grant, ...ends });
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
