/** Blocks and transactions of a node, parsed: quantities are bigint, times Unix seconds. */
import * as z from "zod/mini";

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/));
const quantity = z.pipe(
  hex,
  z.transform((value) => BigInt(value)),
);
const number = z.pipe(
  hex,
  z.transform((value) => Number(value)),
);
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const transactionData = z.object({
  hash: hex,
  /** null while pending. */
  blockNumber: maybe(number),
  transactionIndex: maybe(number),
  from: hex,
  /** null for contract creations. */
  to: maybe(hex),
  value: quantity,
  gas: quantity,
  gasPrice: maybe(quantity),
  nonce: number,
  input: hex,
  type: maybe(number),
});
export type TransactionData = z.output<typeof transactionData>;

const blockShape = {
  number,
  hash: hex,
  parentHash: hex,
  timestamp: number,
  miner: hex,
  gasUsed: quantity,
  gasLimit: quantity,
  baseFeePerGas: maybe(quantity),
  size: maybe(number),
  stateRoot: hex,
  transactionsRoot: hex,
  receiptsRoot: hex,
};

export const blockData = z.object({ ...blockShape, transactions: z.array(transactionData) });
export type BlockData = z.output<typeof blockData>;

/** A block without its transactions. */
export const headerData = z.object(blockShape);
export type HeaderData = z.output<typeof headerData>;

export const logData = z.object({ address: hex, topics: z.array(hex), data: hex, logIndex: maybe(number) });
export type LogData = z.output<typeof logData>;

export const receiptData = z.object({
  status: maybe(number),
  gasUsed: quantity,
  effectiveGasPrice: maybe(quantity),
  contractAddress: maybe(hex),
  logs: z.array(logData),
});
export type ReceiptData = z.output<typeof receiptData>;

export const callData = z.object({
  type: z.string(),
  depth: z.int(),
  from: hex,
  to: hex,
  value: maybe(quantity),
  input: hex,
});
export type CallData = z.output<typeof callData>;

/** A page of an address's transactions, newest first (ots_searchTransactionsBefore and -After). */
export const historyData = z.object({
  txs: z.array(transactionData),
  receipts: z.array(z.looseObject({ status: maybe(number), timestamp: z.optional(z.unknown()) })),
  /** Contains the newest. */
  firstPage: z.boolean(),
  /** Contains the oldest. */
  lastPage: z.boolean(),
});

export const creatorData = z.nullable(z.object({ hash: hex, creator: hex }));
export const hexData = hex;
export const quantityData = quantity;
export const numberData = number;

export const toQuantity = (value: number): string => `0x${value.toString(16)}`;
