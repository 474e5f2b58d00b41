/** Turns an on-chain purchase into a grant, once. */
import type { PurchaseType } from "../../../../resources/chains/contracts.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { recordOperation } from "../../account/operation-log/service.ts";
import { namedId } from "../ledger/named-id.ts";
import type { Effect } from "../../chains/events/service.ts";
import { refreshBalance } from "./credit.ts";
import type { Owner, Deps } from "./deps.ts";
import { purchasedMessage } from "./messages.ts";
import { networkName } from "./networks.ts";

export type PurchaseRow = RowOf<"purchase">;

/** Upper limit of a grant in bytes. */
const amountMax = 2n ** 63n - 1n;

/** Assigns a purchase to a team. Run the effect after the commit. */
export const grantPurchase = async (
  deps: Deps,
  trx: Trx,
  {
    id,
    round,
    resource,
    amount,
    until,
    network,
    tx_hash,
  }: Pick<PurchaseRow, "id" | "round" | "resource" | "amount" | "until" | "network" | "tx_hash">,
  owner: Owner,
): Promise<Effect> => {
  const { personId, teamId } = owner;
  const held = BigInt(amount) < amountMax ? BigInt(amount) : amountMax;
  const grant = {
    id: purchaseGrantId(id, round),
    package: "PURCHASE",
    resource,
    ...(until && { endsAt: until }),
  } as const;
  await deps.allowance.grant(trx, teamId, { ...grant, amount: held });
  await recordOperation(trx, {
    teamId,
    personId,
    via: "CHAIN",
    action: "BILL_PURCHASE",
    target: labels[resource],
    details: { amount: String(held), network: networkName(network), transaction: tx_hash },
    ip: "",
  });
  await deps.notices.create(trx, personId, {
    type: "NORMAL",
    message: purchasedMessage(labels[resource]),
    url: "/billing",
    label: "View billing",
    teamId,
  });
  return () => {
    deps.notices.refresh(personId);
    refreshBalance(deps, owner);
  };
};

/** The first grant uses the purchase's id; after a reversal a new id is needed. */
export const purchaseGrantId = (id: string, round: number): string => (round === 0 ? id : namedId(id, "grant", round));

const labels: Readonly<Record<PurchaseType, string>> = {
  BUILD_TIME: "build time",
  TRAFFIC: "traffic",
  AR_STORAGE: "storage on Arweave",
  IPFS_STORAGE: "storage on IPFS",
};
