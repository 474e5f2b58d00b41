/** TON Center responses (API v2, JSON-RPC), as far as wallets need them: balances, sending and lookup. */
import type { Logger } from "pino";
import * as z from "zod";
import { InvalidTonAddress, TonRefused, type TonAnswer } from "../../engines/ton/ton.ts";

import { idIn, rpcRequest, unavailableMessage, type RpcId } from "../../engines/network/json-rpc.ts";
import { NotOwner } from "../../kernel/owners.ts";

export type Method = (params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Invalid parameters for the method. */
export class InvalidParams extends Error {
  override readonly name = "InvalidParams";
}

/** TON Center also takes requests without a version. */
const request = rpcRequest(z.record(z.string(), z.unknown())).extend({ jsonrpc: z.literal("2.0").optional() });

/** Answers a request from a table of methods. Never throws on client input. */
export const answerFrom = async (
  methods: Readonly<Record<string, Method>>,
  payload: unknown,
  log: Pick<Logger, "error">,
): Promise<TonAnswer> => {
  const parsed = request.safeParse(payload);
  if (!parsed.success) return failed(idIn(payload), 422, "Not a valid JSON-RPC 2.0 request.");
  const { id = null, method, params } = parsed.data;
  if (!Object.hasOwn(methods, method)) return failed(id, 404, `Method "${method}" is not supported.`);
  try {
    return { status: 200, body: { ok: true, result: await methods[method]!(params ?? {}), id, jsonrpc: "2.0" } };
  } catch (error) {
    if (error instanceof TonRefused) return failed(id, 400, error.message);
    if (error instanceof InvalidTonAddress || error instanceof InvalidParams) return failed(id, 422, error.message);
    if (error instanceof NotOwner) throw error;
    const unavailable = unavailableMessage(error);
    if (unavailable !== undefined) return failed(id, 503, unavailable);
    log.error({ err: error, method }, "TON chain error");
    return failed(id, 500, "Internal server error.");
  }
};

const failed = (id: RpcId, code: number, error: string): TonAnswer => ({
  status: code,
  body: { ok: false, error, code, id, jsonrpc: "2.0" },
});
