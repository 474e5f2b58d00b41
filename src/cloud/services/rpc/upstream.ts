/** A node that answers JSON-RPC: one of the cloud's own chains, or one that the operator named. */
import * as z from "zod";
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
  ask(request: Request, signal: AbortSignal): Promise<NodeReply>;
}

/** Nothing reached the node, so even a write may go to another one. */
export class NotSent extends Error {}

const bodyBytesMax = 32 * 1024 * 1024;
const id = 1;
const reply = z.union([
  z.object({
    id: z.literal(id).nullable(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ id: z.literal(id), result: z.unknown() }).refine((value) => "result" in value),
]);

export const httpUpstream = (name: string, url: string): Upstream => ({
  name,
  ask: async ({ method, params }, signal) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", body, headers, signal, redirect: "error" }).catch(asNotSent);
    const text = await textOf(response);
    // A node may say what is wrong with a request under a status of its own, but not why it cannot answer at all.
    if (response.status >= 500 || response.status === 429) throw new Error(`${name} answers ${response.status}.`);
    return replyOf(JSON.parse(text));
  },
});

/** A chain of the cloud's own, by the gateway that all others have too. */
export const ownUpstream = (name: string, key: string, handle: NonNullable<Evm["handle"]>): Upstream => ({
  name,
  ask: async ({ method, params }) => replyOf(await handle(key, { jsonrpc: "2.0", id, method, params })),
});

const replyOf = (value: unknown): NodeReply => {
  const parsed = reply.parse(value);
  if ("error" in parsed) {
    const { code, message, data } = parsed.error;
    return { error: { code, message, ...(data !== undefined && { data }) } };
  }
  return { result: parsed.result };
};

const asNotSent = (error: unknown): never => {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  if (cause && beforeSending.has(cause.code ?? "")) throw new NotSent(cause.code);
  throw error;
};

const beforeSending: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const textOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) throw new Error("The answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
