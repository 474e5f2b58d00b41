/** Client for the local TON chain, as a TON Center node (v2, JSON-RPC). */
import { aliases } from "../../../../../resources/declare/aliases.ts";
import { randomId } from "../../../lib/random-id.ts";

interface Answer {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly error?: string;
}

const callNode = async (method: string, params: object): Promise<unknown> => {
  const response = await fetch("/ton", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { ok, result, error } = (await response.json()) as Answer;
  if (!ok) throw new Error(error ?? `${response.status} error`);
  return result;
};

/** Nanotons, and the number of messages sent. */
export const readWallet = async (address: string): Promise<{ readonly nano: bigint; readonly seqno: number }> => {
  const { balance, state } = (await callNode("getAddressInformation", { address })) as {
    balance: string;
    state: string;
  };
  if (state !== "active") return { nano: BigInt(balance), seqno: 0 };
  const { stack } = (await callNode("runGetMethod", { address, method: "seqno", stack: [] })) as {
    stack: readonly [readonly [string, string]];
  };
  return { nano: BigInt(balance), seqno: Number(stack[0][1]) };
};

/** Sends a signed message, base64. Throws the node's message if refused. */
export const sendMessage = (boc: string): Promise<unknown> => callNode("sendBoc", { boc });

/** Requests test coins from the server. Throws its message if refused. */
export const askTonFaucet = async (address: string): Promise<void> => {
  const response = await fetch(`${aliases.$resource}/faucet/ton`, {
    method: "POST",
    headers: { "content-type": "application/json", "Idempotency-Key": randomId() },
    body: JSON.stringify({ address }),
  });
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  if (!response.ok) throw new Error(message || `${response.status} error`);
};
