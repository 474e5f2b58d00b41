import { isHexString, Transaction } from "ethers";
import type { Insertable } from "kysely";
import { invalidParams, RpcError } from "../../network/rpc-error.ts";
import type { Tables } from "../../database/tables.ts";

/** Gas limit of a block and of each transaction, the same as the nodes' (devnet/evm/node/anvil.ts). */
export const blockGasLimit = 30_000_000;
/** Same as other nodes: 128 KiB. */
const rawBytesMax = 131_072;
/** Legacy (with a chain ID), access list (EIP-2930) and priority fee (EIP-1559). */
const types: readonly (number | null)[] = [0, 1, 2];
/** A node's error code for a rejected transaction. */
const refused = -32_000;

export type ReadTransaction = Omit<Insertable<Tables["evm_pending"]>, "chain">;

/** Parses a signed transaction for this chain. Throws RpcError. */
export const readRawTransaction = (hex: unknown, chainId: number, bytesMax = rawBytesMax): ReadTransaction => {
  if (!isHexString(hex)) throw invalidParams("Missing signed transaction in hexadecimal.");
  if (hex.length > 2 + 2 * Math.min(bytesMax, rawBytesMax)) throw new RpcError(refused, "oversized data");
  const transaction = parsed(hex);
  const { from, hash, type, nonce, gasLimit } = transaction;
  if (from === null || hash === null) throw invalidParams("The transaction is not signed.");
  if (!types.includes(type)) throw new RpcError(refused, "transaction type not supported");
  if (transaction.chainId === 0n)
    throw new RpcError(refused, "only replay-protected (EIP-155) transactions allowed over RPC");
  if (transaction.chainId !== BigInt(chainId)) throw new RpcError(refused, "invalid chain id for signer");
  if (gasLimit > BigInt(blockGasLimit)) throw new RpcError(refused, "exceeds block gas limit");
  const raw = Buffer.from(hex.slice(2), "hex");
  return { sender: from.toLowerCase(), nonce, hash, gas_limit: Number(gasLimit), raw };
};

const parsed = (hex: string): Transaction => {
  try {
    return Transaction.from(hex);
  } catch {
    throw invalidParams("Invalid signed transaction.");
  }
};
