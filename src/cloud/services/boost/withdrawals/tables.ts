import type { WithdrawalStatus } from "../../../../../resources/boost/usdt.ts";

/** Withdrawals of USDT in toncoin. */
export interface BoostWithdrawalTable {
  id: string;
  node_id: string;
  /** Millionths of a dollar. */
  amount: string;
  /** The address as entered. */
  address: string;
  /** The same, raw: workchain and 64 hexadecimal digits. */
  account: string;
  status: WithdrawalStatus;
  /** The review or pending reason. */
  reason: string | null;
  /** The operator's note on a refusal. */
  note: string | null;
  created_at: Date;
  decided_at: Date | null;
  /** The last signed payment, stored before it is sent: nanotons, payer wallet, sequence number, Unix seconds. */
  nano: string | null;
  wallet: string | null;
  seqno: bigint | null;
  valid_until: bigint | null;
  boc: Buffer | null;
  /** Of the wallet's transaction that paid. */
  tx_hash: string | null;
  sent_at: Date | null;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_withdrawal: BoostWithdrawalTable;
  }
}
