/** Payments for LAND and resources: seen from the first block on, credited once, reversed if the chain reverts them. */
import type { Db, Trx } from "../../engines/database/database.ts";
import type { ChainEvents, Effect } from "../chain-events/service.ts";
import type { Route } from "../route.ts";
import { creditDeposit } from "./credit.ts";
import { firstRechargeOf, firstSince, type FirstRecharge } from "./first-deposit.ts";
import { createMintHandler } from "./mints.ts";
import { operatorRoutes } from "./operator.ts";
import type { Deps } from "./deps.ts";
import { listPurchases } from "./purchase-reads.ts";
import { createPurchaseHandler } from "./purchases.ts";
import { depositLines } from "./export.ts";
import { networkName } from "./networks.ts";
import { hasDeposited, listDeposits } from "./reads.ts";
import { reverseDeposit, notifyReversed } from "./reverse.ts";
import { refundedMessage } from "./messages.ts";

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

export interface Deposits {
  /** Credits a payment once under its id, like those on chains. Run the effect after the commit. */
  receive(trx: Trx, deposit: ReceivedDeposit): Promise<Effect | undefined>;
  /** Reverses the credit of a payment that was refunded to the payer, once. Run the effect after the commit. */
  refund(trx: Trx, id: string): Promise<Effect | undefined>;
  /** Whether the team's valid deposits reach the minimum of a first deposit. */
  hasDeposited: typeof hasDeposited;
  firstSince: typeof firstSince;
  first(db: Db, teamId: string): Promise<FirstRecharge>;
  list(db: Db, teamId: string, query: Parameters<typeof listDeposits>[3]): ReturnType<typeof listDeposits>;
  /** Resources that the team bought. */
  bought(db: Db, teamId: string, query: Parameters<typeof listPurchases>[3]): ReturnType<typeof listPurchases>;
  /** The deposits as CSV lines. */
  readonly lines: typeof depositLines;
  /** The operator's resources. */
  readonly operatorRoutes: readonly Route[];
}

interface ServiceDeps extends Deps {
  readonly chainEvents: Pick<ChainEvents, "handle" | "confirmations">;
}

export const createDeposits = ({ chainEvents, ...deps }: ServiceDeps): Deposits => {
  chainEvents.handle("MINT", createMintHandler(deps));
  chainEvents.handle("PURCHASE", createPurchaseHandler(deps));
  return {
    receive: (trx, deposit) => receive(deps, trx, deposit),
    refund: (trx, id) => refund(deps, trx, id),
    hasDeposited,
    firstSince,
    first: firstRechargeOf,
    list: (db, teamId, query) => listDeposits(chainEvents, db, teamId, query),
    bought: (db, teamId, query) => listPurchases(chainEvents, db, teamId, query),
    lines: depositLines,
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
