/** Sends one JSON-RPC request as any client would, and returns its response with its headers: for a key's console. */
import { unitsOf } from "../../../../../resources/rpc/compute-units.ts";
import { rpcReasons, type RpcReason } from "../../../../../resources/rpc/errors.ts";

export interface RpcQuestion {
  readonly method: string;
  readonly params: readonly unknown[];
  /** A JSON Web Token, if the key requires one. */
  readonly token?: string;
}

export interface RpcAnswer {
  readonly status: number;
  /** Measured in the browser, including the network. */
  readonly elapsedMs: number;
  /** Compute units charged. */
  readonly units: number;
  /** "hit", "shared", "miss"; "none" if no node was called. */
  readonly cache: string;
  /** The node that answered. */
  readonly upstream: string | undefined;
  readonly result: unknown;
  /** `reason`: why the gateway refused it. */
  readonly error: { readonly code: number; readonly message: string; readonly reason?: RpcReason } | undefined;
  /** The response in readable form. */
  readonly text: string;
}

/** Rejects without a response. */
export const askRpc = async (
  address: string,
  { method, params, token = "" }: RpcQuestion,
  signal: AbortSignal,
): Promise<RpcAnswer> => {
  const started = performance.now();
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== "" && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal,
  });
  const text = await response.text();
  const elapsedMs = performance.now() - started;
  const cache = response.headers.get("x-rpc-cache") ?? "none";
  const upstream = response.headers.get("x-rpc-upstream") ?? undefined;
  return {
    status: response.status,
    elapsedMs,
    // A request that reached neither a node nor the cache is free.
    units: cache === "hit" || upstream !== undefined ? unitsOf(method) : 0,
    cache,
    upstream,
    ...read(text),
  };
};

interface RpcReply {
  readonly result?: unknown;
  /** A node's error has data of any shape. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const reasonIn = (data: unknown): RpcReason | undefined =>
  rpcReasons.find((known) => known === (data as { readonly reason?: unknown } | null | undefined)?.reason);

const read = (text: string): Pick<RpcAnswer, "result" | "error" | "text"> => {
  try {
    const body = JSON.parse(text) as RpcReply;
    const reason = reasonIn(body.error?.data);
    const error = body.error && { ...body.error, ...(reason && { reason }) };
    return { result: body.result, error, text: JSON.stringify(body, undefined, 2) };
  } catch {
    return { result: undefined, error: { code: 0, message: "The response is not valid JSON-RPC." }, text };
  }
};
