import type { WithdrawalStatus } from "../../../../../resources/boost/usdt.ts";

/** USDT that somebody wants to have in toncoin. */
export interface BoostWithdrawalTable {
  id: string;
  node_id: string;
  /** Millionths of a dollar. */
  amount: string;
  /** As it was given. */
  address: string;
  /** The same, raw: workchain and 64 hexadecimal digits. */
  account: string;
  status: WithdrawalStatus;
  /** Why people look at it, or why it waits. */
  reason: string | null;
  /** Of who refused it. */
  note: string | null;
  created_at: Date;
  decided_at: Date | null;
  /** The payment that was signed last, kept before it is sent: nanotons, who pays, the wallet's number, Unix seconds. */
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
