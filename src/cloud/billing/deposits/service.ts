/** Payments for LAND and resources: seen from the first block on, credited once, reversed if the chain reverts them. */
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { ChainEvents, Effect, ChainEvent, EventHandler } from "../../chains/events/service.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { creditDeposit, refreshBalance, notifyOwner, type DepositRow, assignDeposit, refOf } from "./credit.ts";
import { firstRechargeOf } from "./first-deposit.ts";
import { type Deps, ownerOf, type Owner, ownerOfUid } from "./deps.ts";
import { createPurchaseHandler } from "./purchases.ts";
import { depositLines } from "./export.ts";
import { networkName } from "./networks.ts";
import { recordRoutes } from "./reads.ts";
import { refundedMessage, reorganizedMessage, reversedDepositMessage } from "./messages.ts";
import { notifyOperators } from "../../account/notify-operators.ts";
import { grouped, toShort } from "../../../../resources/decimal.ts";
import { formatUsd, landUnit } from "../../../../resources/money.ts";
import { giftUnits } from "../../../../resources/billing/voucher-gifts.ts";
import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { AppError } from "../../kernel/app-error.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { grantPurchase } from "./grant-purchase.ts";
import { namedId } from "../ledger/named-id.ts";

export { mergeDeposits } from "./first-deposit.ts";
export { networkName } from "./networks.ts";

/** A payment on a non-EVM network, confirmed there. Amounts ×1e18. */
export interface ReceivedDeposit {
  /** A UUID derived from the payment, always the same for it. */
  readonly id: string;
  readonly network: string;
  readonly txHash: string;
  /** The euid that receives the credit. */
  readonly account: string;
  readonly coin: string;
  readonly coinAmount: bigint;
  readonly usd: bigint;
  readonly land: bigint;
}

export type Deposits = ReturnType<typeof createDeposits>;

export const createDeposits = ({
  chainEvents,
  ...deps
}: Deps & { readonly chainEvents: Pick<ChainEvents, "handle" | "confirmations"> }) => {
  chainEvents.handle("MINT", createMintHandler(deps));
  chainEvents.handle("PURCHASE", createPurchaseHandler(deps));
  return {
    /** Credits a payment once under its id, like those on chains. Run the effect after the commit. */
    receive: (trx: Trx, deposit: ReceivedDeposit): Promise<Effect | undefined> => receive(deps, trx, deposit),
    /** Reverses the credit of a payment that was refunded to the payer, once. Run the effect after the commit. */
    refund: (trx: Trx, id: string): Promise<Effect | undefined> => refund(deps, trx, id),
    first: firstRechargeOf,
    /** The team's deposits, and the resources that it bought. */
    recordRoutes: recordRoutes(chainEvents),
    /** The deposits as CSV lines. */
    lines: depositLines,
    /** The operator's resources. */
    operatorRoutes: operatorRoutes(deps),
  };
};

const refund = async (deps: Deps, trx: Trx, id: string): Promise<Effect | undefined> => {
  const before = await reverseDeposit(deps, trx, id);
  return notifyReversed(deps, trx, before, refundedMessage(BigInt(before.land), networkName(before.network)));
};

const receive = async (deps: Deps, trx: Trx, deposit: ReceivedDeposit): Promise<Effect | undefined> => {
  const { id, network, txHash, account, coin } = deposit;
  const row = await trx
    .insertInto("deposit")
    .values({
      id,
      network,
      tx_hash: txHash,
      account,
      team_id: null,
      coin,
      coin_amount: deposit.coinAmount.toString(),
      usd: deposit.usd.toString(),
      land: deposit.land.toString(),
      status: "PENDING",
      credited_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && creditDeposit(deps, trx, row);
};

const ownCoin = /^0x0{40}$/;
const stablecoin = "USD";

/** LAND bought at the Recharge contracts: pending from the first block on, credited when confirmed. */
const createMintHandler = (deps: Deps): EventHandler => ({
  seen: async (trx, event) => {
    const owner = await ownerOf(deps, trx, event.fields["account"]!);
    const values = { ...paidOf(deps, event), team_id: owner?.teamId ?? null, round: event.round };
    await trx
      .insertInto("deposit")
      .values({
        id: event.id,
        network: event.chain,
        tx_hash: event.txHash,
        status: "PENDING",
        credited_at: null,
        ...values,
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...values, status: "PENDING", credited_at: null }))
      .execute();
    return owner && (() => refreshBalance(deps, owner));
  },

  waits: (db, { fields }) => notifyOwner(deps, db, fields["account"]!),

  dropped: async (trx, { id }) => {
    const deposit = await dropped(trx, id);
    return notifyOwner(deps, trx, deposit.account);
  },

  settled: async (trx, { id }) => {
    const deposit = await trx.selectFrom("deposit").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return creditDeposit(deps, trx, deposit);
  },

  reversed: async (trx, { id }) => {
    const before = await reverseDeposit(deps, trx, id);
    const land = BigInt(before.land);
    const chain = networkName(before.network);
    const notify = await notifyOperators(deps, trx, {
      message: reorganizedMessage(land, chain),
      url: "/operator/deposits",
      label: "View deposits",
    });
    const notifyOwner = await notifyReversed(deps, trx, before, reversedDepositMessage(land, chain));
    return () => {
      notify();
      notifyOwner?.();
    };
  },
});

const dropped = async (trx: Trx, id: string): Promise<DepositRow> =>
  trx.updateTable("deposit").set({ status: "DROPPED" }).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

/** Payer and amount ×1e18, with the coin's symbol. */
const paidOf = ({ evm }: Deps, { chain: key, fields }: ChainEvent) => {
  const chain = evm.find(key);
  const coin = fields["coin"]!;
  const paid = { account: fields["account"]!, usd: fields["amount"]!, land: fields["landAmount"]! };
  if (ownCoin.test(coin))
    return { ...paid, coin: chain?.chain.currency.symbol ?? coin, coin_amount: fields["coinAmount"]! };
  const isStablecoin = chain?.contracts.usd?.toLowerCase() === coin.toLowerCase();
  // For any other accepted coin, one unit is one dollar.
  return { ...paid, coin: isStablecoin ? stablecoin : coin, coin_amount: fields["amount"]! };
};

// All deposits and purchases, for operators, who assign those of unknown accounts to a user's own team.

/** Formats an amount to millionths; `one` is the unit, default 10n ** 18n. */
const shown = (amount: string, one = landUnit): string => grouped(toShort(BigInt(amount), one, 6));

/** The resources of deposits and purchases. */
const operatorRoutes = (deps: Deps): Route[] => [
  ...tableRoutes(operatorDeposits, "deposit", {
    ...common,
    present: ({ network, land, coin, coin_amount }) => ({
      network: networkName(network),
      land,
      paid: `${shown(coin_amount)} ${coin}`,
    }),
    before: async ({ uid }, { db, afterCommit }, deposit) => {
      if (deposit!.status !== "SUSPENSE") throw new AppError("DEPOSIT_ASSIGNED");
      afterCommit(await assignDeposit(deps, db, deposit!, await findOwner(deps, db, uid)));
      return {};
    },
  }),
  ...tableRoutes(operatorPurchases, "purchase", {
    ...common,
    present: ({ network, amount, resource, usd }) => ({
      network: networkName(network),
      bought: `${shown(amount, giftUnits[resource].size)} ${giftUnits[resource].words}`,
      paid: formatUsd(usd),
    }),
    before: async ({ uid }, { db, afterCommit }, purchase) => {
      if (purchase!.status !== "SUSPENSE") throw new AppError("PURCHASE_ASSIGNED");
      const owner = await findOwner(deps, db, uid);
      afterCommit(await grantPurchase(deps, db, purchase!, owner));
      return { status: "GRANTED", team_id: owner.teamId, granted_at: new Date() };
    },
  }),
];

const common = {
  team: null,
  target: "txHash",
  columns: {
    team: sql`(select name from team where id = team_id)`,
    uid: sql`coalesce((select replace(owner_id::text, '-', '') from team where id = team_id), '')`,
  },
} as const;

/** Throws INVALID_INPUT. */
const findOwner = async (deps: Deps, db: Db, uid: string): Promise<Owner> => {
  const owner = await ownerOfUid(deps, db, uid);
  if (!owner) throw new AppError("INVALID_INPUT", { fields: { uid: ["User ID: no user has this ID."] } });
  return owner;
};

// Reverses a deposit: what the team already spent of it becomes debt.

/** Reverses a valid deposit. Returns its previous state. */
const reverseDeposit = async (deps: Deps, trx: Trx, id: string): Promise<DepositRow> => {
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
const notifyReversed = async (
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
    label: "View LAND records",
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
