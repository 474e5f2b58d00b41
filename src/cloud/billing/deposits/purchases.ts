/** Resources bought at the ResourcePurchase contracts, granted when confirmed. */
import { sql } from "kysely";
import { purchaseTypes } from "../../../../resources/chains/contracts.ts";
import type { ChainEvent, EventHandler } from "../../chains/events/service.ts";
import { notifyOperators } from "../../account/notify-operators.ts";
import { refreshBalance, notifyOwner } from "./credit.ts";
import { grantPurchase, purchaseGrantId } from "./grant-purchase.ts";
import { networkName } from "./networks.ts";
import { ownerOf, type Deps } from "./deps.ts";
import { purchaseReversedMessage, purchaseSuspenseMessage } from "./messages.ts";

/** Latest time that the database can store. */
const lastSecond = BigInt(Date.UTC(9999, 11, 31) / 1000);

const seePurchases = { url: "/operator/purchases", label: "View purchases" };

export const createPurchaseHandler = (deps: Deps): EventHandler => ({
  seen: async (trx, event) => {
    const bought = boughtOf(event);
    if (!bought) return undefined;
    const owner = await ownerOf(deps, trx, bought.account);
    const values = { ...bought, team_id: owner?.teamId ?? null, round: event.round };
    await trx
      .insertInto("purchase")
      .values({
        id: event.id,
        network: event.chain,
        tx_hash: event.txHash,
        status: "PENDING",
        granted_at: null,
        ...values,
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...values, status: "PENDING", granted_at: null }))
      .execute();
    return owner && (() => refreshBalance(deps, owner));
  },

  waits: (db, { fields }) => notifyOwner(deps, db, fields["account"]!),

  dropped: async (trx, { id, fields }) => {
    await trx.updateTable("purchase").set({ status: "DROPPED" }).where("id", "=", id).execute();
    return notifyOwner(deps, trx, fields["account"]!);
  },

  settled: async (trx, event) => {
    const bought = boughtOf(event);
    if (!bought) return undefined;
    const owner = await ownerOf(deps, trx, bought.account);
    await trx
      .updateTable("purchase")
      .set({ status: owner ? "GRANTED" : "SUSPENSE", team_id: owner?.teamId ?? null, granted_at: sql<Date>`now()` })
      .where("id", "=", event.id)
      .execute();
    if (owner)
      return grantPurchase(
        deps,
        trx,
        {
          ...bought,
          id: event.id,
          round: event.round,
          network: event.chain,
          tx_hash: event.txHash,
        },
        owner,
      );
    return notifyOperators(deps, trx, { message: purchaseSuspenseMessage(networkName(event.chain)), ...seePurchases });
  },

  reversed: async (trx, event) => {
    await deps.allowance.withdraw(trx, purchaseGrantId(event.id, event.round));
    await trx
      .updateTable("purchase")
      .set({ status: "REVERSED", round: event.round + 1 })
      .where("id", "=", event.id)
      .execute();
    const message = purchaseReversedMessage(networkName(event.chain));
    return notifyOperators(deps, trx, { message, ...seePurchases });
  },
});

/** Returns undefined for an unknown resource number. */
const boughtOf = ({ fields }: ChainEvent) => {
  const resource = purchaseTypes[Number(fields["resourceType"])];
  if (!resource) return undefined;
  const untilSeconds = BigInt(fields["until"]!);
  return {
    account: fields["account"]!,
    resource,
    amount: fields["amount"]!,
    until: untilSeconds === 0n ? null : new Date(Number(smallest(untilSeconds, lastSecond)) * 1000),
    usd: fields["usd"]!,
    coin_amount: fields["coinAmount"]!,
  };
};

const smallest = (a: bigint, b: bigint): bigint => (a < b ? a : b);
