import {
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Transaction,
} from "@solana/kit";
import type { SolanaTransaction } from "./solana.ts";

export interface ReadTransaction extends SolanaTransaction {
  readonly signature: string;
  /** Hash of the block it is based on, which limits its validity. */
  readonly blockhash: string;
  readonly transaction: Transaction;
}

/** Memo programs: versions 2 and 1. */
const memoPrograms = ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"];

/** Parses a transaction in the chain's wire format. Throws on invalid bytes. */
export const readTransaction = (bytes: Uint8Array): ReadTransaction => {
  const transaction = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const accounts = message.staticAccounts.map(String);
  const memos = instructionsOf(message)
    .filter(({ programAddressIndex }) => memoPrograms.includes(accounts[programAddressIndex] ?? ""))
    .map(({ data = new Uint8Array() }) => new TextDecoder().decode(data as Uint8Array));
  return {
    signature: getSignatureFromTransaction(transaction),
    blockhash: "lifetimeToken" in message ? String(message.lifetimeToken) : "",
    transaction,
    accounts,
    signers: accounts.slice(0, message.header.numSignerAccounts),
    memos,
  };
};

/** Same, from base64. */
export const readBase64Transaction = (text: string): ReadTransaction =>
  readTransaction(getBase64Encoder().encode(text) as Uint8Array);

interface Instruction {
  readonly programAddressIndex: number;
  readonly data?: unknown;
}

const instructionsOf = (message: object): readonly Instruction[] =>
  "instructions" in message ? (message.instructions as readonly Instruction[]) : [];
