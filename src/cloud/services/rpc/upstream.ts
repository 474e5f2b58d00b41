/** A node that answers JSON-RPC: one of the cloud's own chains, or one that the operator named. */
import * as z from "zod";
import type { Cancel } from "./cancel.ts";
import type { Evm } from "../../engines/evm/evm.ts";

export interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface NodeError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type NodeReply =
  { readonly result: unknown; readonly error?: undefined } | { readonly error: NodeError; readonly result?: undefined };

export interface Upstream {
  /** Told to clients; never an address, which may hold a secret. */
  readonly name: string;
  /** Throws when there is no answer, or none that is JSON-RPC; NotSent when nothing can have reached the node. */
  ask(request: Request, cancel: Cancel): Promise<NodeReply>;
}

/** Nothing reached the node, so even a write may go to another one. */
export class NotSent extends Error {}

export const nodeReplySchema = z.union([
  z.object({
    id: z.int().nullable(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ id: z.int(), result: z.unknown() }).refine((value) => "result" in value),
]);

/** A chain of the cloud's own, by the gateway that all others have too. */
export const ownUpstream = (name: string, key: string, handle: NonNullable<Evm["handle"]>): Upstream => ({
  name,
  ask: async ({ method, params }) => nodeReplyOf(await handle(key, { jsonrpc: "2.0", id: 1, method, params }), 1),
});

/** Throws when it is no answer of JSON-RPC, or none to the request of that id. */
export const nodeReplyOf = (value: unknown, id: number): NodeReply => {
  const parsed = nodeReplySchema.parse(value);
  if ("error" in parsed) {
    const { code, message, data } = parsed.error;
    return { error: { code, message, ...(data !== undefined && { data }) } };
  }
  if (parsed.id !== id) throw new Error("The response has a different ID.");
  return { result: parsed.result };
};
