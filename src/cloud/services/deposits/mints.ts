/** LAND bought at the Recharge contracts: pending from the first block on, credited when confirmed. */
import type { Trx } from "../../engines/database/database.ts";
import type { ChainEvent, EventHandler } from "../chain-events/service.ts";
import { notifyOperators } from "../notify-operators.ts";
import { creditDeposit, refreshBalance, notifyOwner, type DepositRow } from "./credit.ts";
import { networkName } from "./networks.ts";
import { ownerOf, type Deps } from "./deps.ts";
import { reverseDeposit, notifyReversed } from "./reverse.ts";
import { reorganizedMessage, reversedDepositMessage } from "./messages.ts";

const ownCoin = /^0x0{40}$/;
const stablecoin = "USD";

export const createMintHandler = (deps: Deps): EventHandler => ({
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
