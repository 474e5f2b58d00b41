/** JSON-RPC 2.0 of Solana nodes: requests and errors. */
import * as z from "zod";
import { failed, failedBy, idIn, refusalOf, rpcRequest } from "../network/json-rpc.ts";
import { parseExact, rawNumber } from "../network/parse-json.ts";
import { RpcError } from "../network/rpc-error.ts";

const batchMax = 20;

const request = rpcRequest(z.array(z.unknown()).max(10));

export type Method = (params: readonly unknown[]) => unknown;

/** Answers a request, or a batch of at most `batchMax`, from a table of methods. */
export const answerFrom = async (
  methods: Readonly<Record<string, Method>>,
  payload: unknown,
  onFault: (error: unknown) => void,
): Promise<unknown> => {
  const one = (each: unknown) => answerOne(methods, each, onFault);
  if (!Array.isArray(payload)) return one(payload);
  if (payload.length === 0 || payload.length > batchMax)
    return refusalOf(payload, { code: -32_600, message: `A batch can have 1 to ${batchMax} requests.` });
  const answers = [];
  for (const each of payload) answers.push(await one(each));
  return answers;
};

const answerOne = async (
  methods: Readonly<Record<string, Method>>,
  payload: unknown,
  onFault: (error: unknown) => void,
) => {
  const parsed = request.safeParse(payload);
  if (!parsed.success) return failed(idIn(payload), { code: -32_600, message: "Invalid JSON-RPC 2.0 request." });
  const { id = null, method, params } = parsed.data;
  if (!Object.hasOwn(methods, method))
    return failed(id, { code: -32_601, message: `The method "${method}" is not supported.` });
  try {
    return { jsonrpc: "2.0", id, result: plain(await methods[method]!(params ?? [])) };
  } catch (error) {
    if (error instanceof RpcError)
      return failed(id, {
        code: error.code,
        message: error.message,
        ...(error.data !== undefined && { data: plain(error.data) }),
      });
    return failedBy(id, error, onFault);
  }
};

/** Converts bigints, which JSON lacks, to numbers with all their digits. */
const plain = (value: unknown): unknown =>
  parseExact(
    JSON.stringify(value ?? null, (_key, each: unknown) =>
      typeof each === "bigint" ? rawNumber(each.toString()) : each,
    ),
  );
