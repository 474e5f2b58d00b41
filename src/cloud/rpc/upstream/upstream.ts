/** A JSON-RPC node: of a local chain, or configured by the operator. */
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
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: NodeError; readonly result?: undefined };

export interface Upstream {
  /** Shown to clients; never a URL, which can contain a secret. */
  readonly name: string;
  /** Sends a request. Throws without a valid JSON-RPC response; NotSent if nothing can have reached the node. */
  ask(request: Request, cancel: Cancel): Promise<NodeReply>;
}

/** Nothing reached the node, so even a write can go to another one. */
export class NotSent extends Error {}

export const nodeReplySchema = z.union([
  z.object({
    id: z.int().nullable(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ id: z.int(), result: z.unknown() }).refine((value) => "result" in value),
]);

/** Returns a local chain as an upstream, through the same gateway as other nodes. */
export const ownUpstream = (name: string, key: string, handle: NonNullable<Evm["handle"]>): Upstream => ({
  name,
  ask: async ({ method, params }) => nodeReplyOf(await handle(key, { jsonrpc: "2.0", id: 1, method, params }), 1),
});

/** Parses the response to the request with this ID. Throws if it is invalid. */
export const nodeReplyOf = (value: unknown, id: number): NodeReply => {
  const parsed = nodeReplySchema.parse(value);
  if ("error" in parsed) {
    const { code, message, data } = parsed.error;
    return { error: { code, message, ...(data !== undefined && { data }) } };
  }
  if (parsed.id !== id) throw new Error("The response has a different ID.");
  return { result: parsed.result };
};
