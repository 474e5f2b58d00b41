import { aliases } from "../../../../../resources/aliases.ts";
import { chainOfId } from "../../../../../resources/chains.ts";
import { randomId } from "../../../lib/random-id.ts";

/** Has the cloud give test coins to an account on one of its own chains. Throws the cloud's words when it does not. */
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
