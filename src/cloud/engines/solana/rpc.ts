/** JSON-RPC 2.0 of Solana nodes: requests and errors. */
import * as z from "zod";
import { RpcError } from "../network/rpc-error.ts";

const batchMax = 20;

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.array(z.unknown()).max(10).optional(),
});

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
    return failed(null, -32_600, `A batch can have 1 to ${batchMax} requests.`);
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
  if (!parsed.success) return failed(null, -32_600, "Invalid JSON-RPC 2.0 request.");
  const { id = null, method, params = [] } = parsed.data;
  if (!Object.hasOwn(methods, method)) return failed(id, -32_601, `The method "${method}" is not supported.`);
  try {
    return { jsonrpc: "2.0", id, result: plain(await methods[method]!(params)) };
  } catch (error) {
    if (error instanceof RpcError) return failed(id, error.code, error.message, plain(error.data));
    onFault(error);
    return failed(id, -32_603, "Internal server error.");
  }
};

const failed = (id: string | number | null, code: number, message: string, data?: unknown) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

/** Converts bigints, which JSON lacks, to numbers: amounts on this chain fit. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_key, each: unknown) => (typeof each === "bigint" ? Number(each) : each)));
