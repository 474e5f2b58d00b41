/** Transactions of a rollup's bridge. Loads ethers: import it lazily, except for its types. */
import { Interface } from "ethers";
import { rollupBridgeAbi, rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import type { Connection } from "../evm/connection.ts";
import type { WalletNetwork } from "../evm/networks.ts";
import { sendRaised } from "../evm/send-raised.ts";

/** A withdrawal that is covered by an output on the settlement chain and old enough to finalize. */
export interface ReadyWithdrawal {
  readonly index: number;
  readonly from: string;
  readonly to: string;
  /** Wei. */
  readonly amount: bigint;
  readonly proof: { readonly output: number; readonly siblings: readonly string[] };
}

export type Move =
  /** `amount` in wei; `to`: the sender by default. */
  | { readonly kind: "deposit" | "withdraw"; readonly amount: bigint; readonly to?: string }
  | { readonly kind: "finalize"; readonly withdrawal: ReadyWithdrawal }
  /** Refunds of deposits that their receiver refused, owed by the rollup's bridge: `amount` in wei, sent to `to`. */
  | { readonly kind: "claim"; readonly amount: bigint; readonly to: string };

type Contracts = Pick<PublicRollup, "bridgeAddress" | "settlement">;

const settlement = new Interface(rollupSettlementAbi);
const bridge = new Interface(rollupBridgeAbi);

/** Has the wallet send the move on its source network; returns the transaction's hash. Throws ethers' errors. */
export const sendMove = (connection: Connection<WalletNetwork>, contracts: Contracts, move: Move): Promise<string> =>
  sendRaised(connection, requestOf(connection.address, contracts, move));

const requestOf = (sender: string, { settlement: { contract }, bridgeAddress }: Contracts, move: Move) => {
  if (move.kind === "finalize") {
    const { index, from, to, amount, proof } = move.withdrawal;
    const args = [proof.output, index, from, to, amount, proof.siblings];
    return { to: contract, data: settlement.encodeFunctionData("finalizeWithdrawal", args) };
  }
  if (move.kind === "claim") return { to: bridgeAddress!, data: bridge.encodeFunctionData("claim", [move.to]) };
  const { kind, amount: value, to = sender } = move;
  if (kind === "deposit") return { to: contract, value, data: settlement.encodeFunctionData("deposit", [to]) };
  return { to: bridgeAddress!, value, data: bridge.encodeFunctionData("withdraw", [to]) };
};
