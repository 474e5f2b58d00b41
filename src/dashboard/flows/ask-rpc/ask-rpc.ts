/** One request of JSON-RPC as any client sends it, and what its answer says of itself: for the console of a key. */
import { unitsOf } from "../../../../resources/rpc/compute-units.ts";

export interface RpcQuestion {
  readonly method: string;
  readonly params: readonly unknown[];
  /** A JSON Web Token, where the key wants one. */
  readonly token?: string;
}

export interface RpcAnswer {
  readonly status: number;
  /** As measured here, with the way there and back. */
  readonly elapsedMs: number;
  /** Compute units that were charged. */
  readonly units: number;
  /** "hit", "shared", "miss"; "none" where no node was asked. */
  readonly cache: string;
  /** The node that answered. */
  readonly upstream: string | undefined;
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | undefined;
  /** The answer in readable form. */
  readonly text: string;
}

/** Rejects when no answer comes. */
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
    // What no node answered and was not known costs nothing.
    units: cache === "hit" || upstream !== undefined ? unitsOf(method) : 0,
    cache,
    upstream,
    ...read(text),
  };
};

const read = (text: string): Pick<RpcAnswer, "result" | "error" | "text"> => {
  try {
    const body = JSON.parse(text) as { readonly result?: unknown; readonly error?: RpcAnswer["error"] };
    return { result: body.result, error: body.error, text: JSON.stringify(body, undefined, 2) };
  } catch {
    return { result: undefined, error: { code: 0, message: "The response is not valid JSON-RPC." }, text };
  }
};
