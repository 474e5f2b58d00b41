/** Client for the parts of zkSync Lite's JSON-RPC that a transfer needs. Amounts in wei. */
import * as z from "zod/mini";
import { callNode } from "../wallets/node-call.ts";

const accountInfo = z.object({
  id: z.nullable(z.number()),
  committed: z.object({
    balances: z.object({ ETH: z.optional(z.string()) }),
    nonce: z.number(),
    pubKeyHash: z.string(),
  }),
});
const fee = z.object({ totalFee: z.string() });

export interface ZkSyncAccount {
  readonly id: number;
  readonly balance: bigint;
  readonly nonce: number;
  /** "sync:" and the hash of the account's signing key; zeros before it has one. */
  readonly keyHash: string;
}

export interface ZkSyncLedger {
  /** Returns undefined for an address that has never received anything. */
  account(address: string): Promise<ZkSyncAccount | undefined>;
  /** Returns the fee of a transaction type, in ETH. */
  fee(kind: "Transfer" | { readonly ChangePubKey: "ECDSA" }, address: string): Promise<bigint>;
  /** Returns its hash. Throws the ledger's error. */
  submit(transaction: object, ethSignature: object | null): Promise<string>;
}

export const zkSyncLedgerAt = (rpcUrl: string): ZkSyncLedger => {
  const call = (method: string, ...params: unknown[]) => callNode(rpcUrl, method, params);
  return {
    account: async (address) => {
      const { id, committed } = accountInfo.parse(await call("account_info", address));
      const { balances, nonce, pubKeyHash: keyHash } = committed;
      return id === null ? undefined : { id, balance: BigInt(balances.ETH ?? 0), nonce, keyHash };
    },
    fee: async (kind, address) => BigInt(fee.parse(await call("get_tx_fee", kind, address, "ETH")).totalFee),
    submit: async (transaction, ethSignature) => String(await call("tx_submit", transaction, ethSignature)),
  };
};
