/** Resources bought at the ResourcePurchase contracts, granted with their confirmations. */
import { sql } from "kysely";
import { purchaseTypes } from "../../../../resources/contracts.ts";
import type { Trx } from "../../engines/database/database.ts";
import { namedId } from "../../ledger/named-id.ts";
import type { ChainEvent, Effect, EventHandler } from "../chain-events/service.ts";
import { tellOperators } from "../tell-operators.ts";
import { tellBalance } from "./credit.ts";
import { networkName } from "./networks.ts";
import { ownerOf, type Owner, type Parts } from "./parts.ts";
import { purchasedSentence, purchaseReversedSentence } from "./sentences.ts";

/** What a grant can hold; nobody has more bytes than that. */
const amountMax = 2n ** 63n - 1n;
/** Later than that the database has no moments. */
const lastSecond = BigInt(Date.UTC(9999, 11, 31) / 1000);

const words = {
  BUILD_TIME: "build time",
  TRAFFIC: "traffic",
  AR_STORAGE: "storage on Arweave",
  IPFS_STORAGE: "storage on IPFS",
} as const;

export const createPurchaseHandler = (parts: Parts): EventHandler => ({
  seen: async (trx, event) => {
    const bought = boughtOf(event);
    if (!bought) return undefined;
    const owner = await ownerOf(parts, trx, bought.account);
    const said = { ...bought, team_id: owner?.teamId ?? null, round: event.round };
    await trx
      .insertInto("purchase")
      .values({
        id: event.id,
        network: event.chain,
        tx_hash: event.txHash,
        status: "PENDING",
        granted_at: null,
        ...said,
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...said, status: "PENDING", granted_at: null }))
      .execute();
    return owner && (() => tellBalance(parts, owner));
  },

  dropped: async (trx, { id, fields }) => {
    await trx.updateTable("purchase").set({ status: "DROPPED" }).where("id", "=", id).execute();
    const owner = await ownerOf(parts, trx, fields["account"]!);
    return owner && (() => tellBalance(parts, owner));
  },

  settled: async (trx, event) => {
    const bought = boughtOf(event);
    if (!bought) return undefined;
    const owner = await ownerOf(parts, trx, bought.account);
    await trx
      .updateTable("purchase")
      .set({ status: owner ? "GRANTED" : "SUSPENSE", team_id: owner?.teamId ?? null, granted_at: sql<Date>`now()` })
      .where("id", "=", event.id)
      .execute();
    return owner && grant(parts, trx, event, owner);
  },

  reversed: async (trx, event) => {
    await parts.allowance.withdraw(trx, grantId(event));
    await trx
      .updateTable("purchase")
      .set({ status: "REVERSED", round: event.round + 1 })
      .where("id", "=", event.id)
      .execute();
    const message = purchaseReversedSentence(networkName(event.chain));
    return tellOperators(parts, trx, { message, url: "/operator/deposits", label: "See deposits" });
  },
});

const grant = async (parts: Parts, trx: Trx, event: ChainEvent, owner: Owner): Promise<Effect> => {
  const { resource, amount, until } = boughtOf(event)!;
  const { personId, teamId } = owner;
  const given = { id: grantId(event), package: "PURCHASE", resource, ...(until && { endsAt: until }) } as const;
  await parts.allowance.grant(trx, teamId, { ...given, amount: smallest(BigInt(amount), amountMax) });
  const message = purchasedSentence(words[resource]);
  await parts.notices.toPerson(trx, personId, {
    type: "NORMAL",
    message,
    url: "/billing",
    label: "See billing",
    teamId,
  });
  return () => {
    parts.notices.tell(personId);
    tellBalance(parts, owner);
  };
};

const grantId = ({ id, round }: ChainEvent): string => (round === 0 ? id : namedId(id, "grant", round));

/** undefined for a number that stands for no resource. */
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
