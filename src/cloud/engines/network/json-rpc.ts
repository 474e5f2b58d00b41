/** JSON-RPC 2.0 (jsonrpc.org/specification): what the requests, IDs and errors of all chains have in common. */
import * as z from "zod";
import { errors } from "../../../../resources/declare/errors.ts";
import { unavailability } from "../database/unavailable.ts";
import { isRawNumber, type RawNumber } from "./parse-json.ts";

/** Numbers keep their digits. */
export type RpcId = string | number | RawNumber | null;

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const rpcId = z.union([z.string().max(200), z.number(), z.custom<RawNumber>(isRawNumber), z.null()]);

/** A request. An absent ID makes it a notification; parameters may be absent or null. */
export const rpcRequest = <P extends z.ZodType>(params: P) =>
  z.object({
    jsonrpc: z.literal("2.0"),
    id: rpcId.optional(),
    method: z.string().min(1).max(100),
    params: params.nullish(),
  });

/** Returns the ID of anything that a client sent, also of an invalid request: clients match refusals by it. */
export const idIn = (payload: unknown): RpcId =>
  rpcId.catch(null).parse((payload as { readonly id?: unknown } | null)?.id ?? null);

export const failed = (id: RpcId, { code, message, data }: RpcFailure) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

/** Returns what to tell a client if the database failed temporarily; undefined for any other error. */
export const unavailableMessage = (error: unknown): string | undefined => {
  const reason = unavailability(error);
  return reason && (reason === "busy" ? errors.SERVER_BUSY : errors.DATABASE_UNAVAILABLE).message;
};

/** Returns the error for a fault while answering: that the database is unavailable, or an internal error, which is reported. */
export const failedBy = (id: RpcId, error: unknown, onFault: (error: unknown) => void) => {
  const message = unavailableMessage(error);
  if (message === undefined) onFault(error);
  return failed(id, { code: -32_603, message: message ?? "Internal server error." });
};

/** Above this, one error answers a batch: errors are much longer than the least of requests. */
const refusedMax = 1000;

/** Returns the error for each request of a payload, with its ID. */
export const refusalOf = (payload: unknown, failure: RpcFailure): unknown =>
  Array.isArray(payload) && payload.length > 0 && payload.length <= refusedMax
    ? payload.map((each: unknown) => failed(idIn(each), failure))
    : failed(idIn(payload), failure);

export const notJson = failed(null, { code: -32_700, message: "The body is not valid JSON." });
