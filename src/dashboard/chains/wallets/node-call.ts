import { ProviderError } from "./provider.ts";

/** Makes one JSON-RPC call to a node. Throws the node's error, with its code and data. */
export const callNode = async (rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> => {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as {
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
  };
  if (answer.error) throw new ProviderError(answer.error.code, answer.error.message, answer.error.data);
  return answer.result;
};
