/** Reverses a deposit: what the team already spent of it becomes debt. */
import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import { namedId } from "../../ledger/named-id.ts";
import type { Effect } from "../chain-events/service.ts";
import { refOf, refreshBalance, type DepositRow } from "./credit.ts";
import { ownerOf, type Deps } from "./deps.ts";

/** Reverses a valid deposit. Returns its previous state. */
export const reverseDeposit = async (deps: Deps, trx: Trx, id: string): Promise<DepositRow> => {
  const before = await trx.selectFrom("deposit").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  await takeBack(deps, trx, before);
  await trx
    .updateTable("deposit")
    .set({ status: "REVERSED", round: sql<number>`round + 1` })
    .where("id", "=", id)
    .execute();
  return before;
};

/** Notifies the credited team of the reversal; undefined if nobody can be notified. */
export const notifyReversed = async (
  deps: Deps,
  trx: Trx,
  before: DepositRow,
  message: string,
): Promise<Effect | undefined> => {
  const owner = await ownerOf(deps, trx, before.account);
  if (!owner || owner.teamId !== before.team_id) return undefined;
  await deps.notices.create(trx, owner.personId, {
    type: "NORMAL",
    message,
    url: "/billing/records",
    label: "View transactions",
    teamId: owner.teamId,
  });
  return () => {
    deps.notices.refresh(owner.personId);
    refreshBalance(deps, owner);
  };
};

/** Deducts it from the credited account. */
const takeBack = async ({ ledger }: Deps, trx: Trx, deposit: DepositRow): Promise<void> => {
  const posting = {
    id: namedId(deposit.id, "reverse", deposit.round),
    to: { system: "world", unit: "LAND" },
    amount: BigInt(deposit.land),
    reason: "Reversed deposit",
    ref: refOf(deposit),
  } as const;
  if (deposit.status === "CREDITED" && deposit.team_id !== null)
    await ledger.collect(trx, { ...posting, from: { teamId: deposit.team_id, unit: "LAND" } });
  if (deposit.status === "SUSPENSE") await ledger.post(trx, { ...posting, from: { system: "suspense", unit: "LAND" } });
};
