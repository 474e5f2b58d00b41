import { aliases } from "../../../../../resources/declare/aliases.ts";
import { chainOfId } from "../../../../../resources/chains/chains.ts";
import { randomId } from "../../../lib/random-id.ts";

/** Requests test coins for an account on a local chain. Throws the server's error. */
export const askFaucet = async (chainId: number, address: string): Promise<void> => {
  const response = await fetch(`${aliases.$resource}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json", "Idempotency-Key": randomId() },
    body: JSON.stringify({ chain: chainOfId(chainId)?.key ?? String(chainId), address }),
  });
  if (response.ok) return;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message || `${response.status} error`);
};
