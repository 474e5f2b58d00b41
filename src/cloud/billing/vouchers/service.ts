import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import { namedId } from "../ledger/named-id.ts";

/**
 * Moves a team's vouchers and extra grants to another team. Returns the LAND×1e18 of vouchers that both redeemed, to be
 * deducted; their resources do not move.
 */
export const mergeVouchers = async (
  trx: Trx,
  { fromTeam, toTeam, toUser }: { readonly fromTeam: string; readonly toTeam: string; readonly toUser: string },
): Promise<bigint> => {
  const duplicates = await trx
    .selectFrom("voucher_redemption as given")
    .innerJoin("voucher_redemption as kept", "kept.voucher_id", "given.voucher_id")
    .innerJoin("voucher", "voucher.id", "given.voucher_id")
    .select(["voucher.id", "voucher.gives", "voucher.amount"])
    .where("given.team_id", "=", fromTeam)
    .where("kept.team_id", "=", toTeam)
    .execute();
  const grants = duplicates.filter(({ gives }) => gives !== "LAND").map(({ id }) => namedId(id, "grant", fromTeam));
  await sql`
    update allowance_grant set team_id = ${toTeam} where team_id = ${fromTeam}
      and package not in ('TRIAL', 'FREE', 'STANDARD') and not (id = any(${grants}::uuid[]))
  `.execute(trx);
  await sql`
    update voucher_redemption as given set team_id = ${toTeam}, person_id = ${toUser} where team_id = ${fromTeam} and not exists (
      select from voucher_redemption as kept where kept.team_id = ${toTeam} and kept.voucher_id = given.voucher_id)
  `.execute(trx);
  return duplicates.filter(({ gives }) => gives === "LAND").reduce((sum, { amount }) => sum + BigInt(amount), 0n);
};
