/** Credits a confirmed deposit to its team once. The first deposit adds a bonus. */
import { sql } from "kysely";
import { balanceEvent } from "../../../../resources/billing/deposits.ts";
import { formatMoneyInFull } from "../../../../resources/money.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { namedId } from "../ledger/named-id.ts";
import type { Effect } from "../../chains/events/service.ts";
import { notifyOperators } from "../../account/notify-operators.ts";
import { recordOperation } from "../../account/operation-log/service.ts";
import { welcomeDeposit } from "./first-deposit.ts";
import { networkName } from "./networks.ts";
import { ownerOf, type Owner, type Deps } from "./deps.ts";
import { creditedMessage, firstDepositMessage, suspenseMessage } from "./messages.ts";

export type DepositRow = RowOf<"deposit">;

/** Confirmations of a pending deposit. */
export const creditDeposit = async (deps: Deps, trx: Trx, deposit: DepositRow): Promise<Effect> => {
  const owner = await ownerOf(deps, trx, deposit.account);
  // The first credit uses the deposit's id; after a reversal a new id is needed.
  const id = deposit.round === 0 ? deposit.id : namedId(deposit.id, "credit", deposit.round);
  const posting = { id, reason: "Deposit", ref: refOf(deposit), amount: BigInt(deposit.land) };
  const from = { system: "world", unit: "LAND" } as const;
  if (!owner) {
    await deps.ledger.post(trx, { ...posting, from, to: { system: "suspense", unit: "LAND" } });
    await setStatus(trx, deposit.id, { status: "SUSPENSE", team_id: null });
    return notifyOperators(deps, trx, {
      message: suspenseMessage(posting.amount, networkName(deposit.network)),
      url: "/operator/deposits",
      label: "View deposits",
    });
  }
  await deps.ledger.post(trx, { ...posting, from, to: { teamId: owner.teamId, unit: "LAND" } });
  return welcome(deps, trx, deposit, owner);
};

/** Assigns a deposit of an unknown account to a team. */
export const assignDeposit = async (deps: Deps, trx: Trx, deposit: DepositRow, owner: Owner): Promise<Effect> => {
  await deps.ledger.post(trx, {
    id: namedId(deposit.id, "assign", deposit.round),
    from: { system: "suspense", unit: "LAND" },
    to: { teamId: owner.teamId, unit: "LAND" },
    amount: BigInt(deposit.land),
    reason: "Deposit",
    ref: refOf(deposit),
  });
  return welcome(deps, trx, deposit, owner);
};

const welcome = async (deps: Deps, trx: Trx, deposit: DepositRow, owner: Owner): Promise<Effect> => {
  await setStatus(trx, deposit.id, { status: "CREDITED", team_id: owner.teamId });
  const land = BigInt(deposit.land);
  const points = await welcomeDeposit(deps, trx, owner, deposit.id);
  await recordOperation(trx, {
    ...owner,
    via: "CHAIN",
    action: "BILL_DEPOSIT",
    target: formatMoneyInFull(land),
    details: { network: networkName(deposit.network), transaction: deposit.tx_hash },
    ip: "",
  });
  await deps.notices.create(trx, owner.personId, {
    type: "NORMAL",
    message: points === undefined ? creditedMessage(land) : firstDepositMessage(land, points),
    url: "/billing/records",
    label: "View LAND records",
    teamId: owner.teamId,
  });
  return () => {
    deps.notices.refresh(owner.personId);
    if (points !== undefined) deps.realtime.toUser(owner.personId, "updateUser", {});
    refreshBalance(deps, owner);
  };
};

/** Tells open screens to reload balance and deposits. */
export const refreshBalance = ({ realtime }: Deps, { personId, teamId }: Owner): void => {
  realtime.toUser(personId, balanceEvent, {});
  realtime.toTeam(teamId, balanceEvent, {});
};

/** Tells them once the account's user is known. */
export const notifyOwner = async (deps: Deps, db: Db, account: string): Promise<Effect | undefined> => {
  const owner = await ownerOf(deps, db, account);
  return owner && (() => refreshBalance(deps, owner));
};

export const refOf = ({ network, tx_hash, coin, coin_amount, usd }: DepositRow) => ({
  network,
  transaction: tx_hash,
  coin,
  coinAmount: coin_amount,
  usd,
});

const setStatus = async (trx: Trx, id: string, changed: Pick<DepositRow, "status" | "team_id">): Promise<void> => {
  await trx
    .updateTable("deposit")
    .set({ ...changed, credited_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
};
