/** Checks that a node's response is plausible: a node behind a broken proxy can answer anything. */
import type { NodeReply } from "./upstream.ts";

const isQuantity = (value: unknown): boolean => typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value);
const isData = (value: unknown): boolean => typeof value === "string" && /^0x([0-9a-f]{2})*$/i.test(value);
const isHash = (value: unknown): boolean => typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value);
const isRecordWith =
  (field: string) =>
  (value: unknown): boolean =>
    value === null || (typeof value === "object" && isHash((value as Record<string, unknown>)[field]));

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  eth_chainId: isQuantity,
  eth_blockNumber: isQuantity,
  eth_gasPrice: isQuantity,
  eth_getBalance: isQuantity,
  eth_getTransactionCount: isQuantity,
  eth_estimateGas: isQuantity,
  eth_call: isData,
  eth_getCode: isData,
  eth_sendRawTransaction: isHash,
  eth_getLogs: Array.isArray,
  eth_getBlockByHash: isRecordWith("hash"),
  // Its hash is null while it is pending.
  eth_getBlockByNumber: (value) => value === null || (typeof value === "object" && "number" in value),
  eth_getTransactionByHash: isRecordWith("hash"),
  eth_getTransactionReceipt: isRecordWith("transactionHash"),
};

/** Returns whether a response is plausible. Errors always are; results are checked if their shape is known. */
export const isPlausible = (method: string, reply: NodeReply): boolean =>
  reply.error !== undefined || !Object.hasOwn(shapes, method) || shapes[method]!(reply.result);
