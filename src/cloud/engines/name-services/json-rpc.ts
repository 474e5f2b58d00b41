import * as z from "zod";
import { fetchConfigured } from "../network/fetch.ts";
import { RpcError } from "../network/rpc-error.ts";

export type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const reply = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);
const timeoutMs = 10_000;

/**
 * Returns a function that sends JSON-RPC 2.0 requests to the node of the settings, and again if the node does not
 * answer. It throws RpcError for the node's errors, and other errors if the node is unreachable.
 */
export const askNodeAt = (rpcUrl: string): Ask => {
  const { url, headers } = endpointOf(rpcUrl);
  const post = async (body: string): Promise<z.output<typeof reply>> => {
    const response = await fetchConfigured(url, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return reply.parse(await response.json());
  };
  return async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await post(body).catch(() => post(body));
    if ("error" in answer) throw new RpcError(answer.error.code, answer.error.message);
    return answer.result;
  };
};

/** Moves a URL's user name and password to a header. */
const endpointOf = (rpcUrl: string) => {
  const url = new URL(rpcUrl);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  [url.username, url.password] = ["", ""];
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return {
    url: url.href,
    headers: { "content-type": "application/json", ...(credentials !== ":" && { authorization }) },
  };
};
