/** JSON-RPC 2.0 (jsonrpc.org/specification): requests, batches, notifications and errors. */
import * as z from "zod";
import { failed, failedBy, idIn, refusalOf, rpcRequest, type RpcId } from "../../network/json-rpc.ts";
import { invalidParams, RpcError } from "../../network/rpc-error.ts";

export type Answering = (method: string, params: readonly unknown[]) => Promise<unknown>;

const batchMax = 100;
const paramsMax = 10;
const request = rpcRequest(z.union([z.array(z.unknown()).max(paramsMax), z.record(z.string(), z.unknown())]));

/**
 * Answers a request, or a batch of at most 100 whose requests run concurrently. Returns undefined if there is no
 * response, as for a notification.
 */
export const answerWith = async (
  answering: Answering,
  payload: unknown,
  onFault: (error: unknown) => void,
): Promise<unknown> => {
  const one = (each: unknown) => answerOne(answering, each, onFault);
  if (!Array.isArray(payload)) return one(payload);
  if (payload.length === 0 || payload.length > batchMax)
    return refusalOf(payload, { code: -32_600, message: `A batch has 1 to ${batchMax} requests.` });
  const answers = (await Promise.all(payload.map(one))).filter((answer) => answer !== undefined);
  return answers.length === 0 ? undefined : answers;
};

const answerOne = async (answering: Answering, payload: unknown, onFault: (error: unknown) => void) => {
  const parsed = request.safeParse(payload);
  if (!parsed.success) return failed(idIn(payload), { code: -32_600, message: "Not a JSON-RPC 2.0 request." });
  const { id, method, params } = parsed.data;
  const answer = await answerTo(answering, { id: id ?? null, method, params: params ?? [] }, onFault);
  return id === undefined ? undefined : answer;
};

interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: readonly unknown[] | Readonly<Record<string, unknown>>;
}

const answerTo = async (
  answering: Answering,
  { id, method, params }: RpcRequest,
  onFault: (error: unknown) => void,
) => {
  try {
    if (!isList(params)) throw invalidParams("Parameters must be an array.");
    return { jsonrpc: "2.0", id, result: (await answering(method, params)) ?? null };
  } catch (error) {
    if (error instanceof RpcError) return failed(id, error);
    return failedBy(id, error, onFault);
  }
};

const isList = (params: RpcRequest["params"]): params is readonly unknown[] => Array.isArray(params);
