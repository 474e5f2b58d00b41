import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { send } from "../../api/client.ts";

/** Requests test coins and tokens for an account on the local devnet. Throws the server's error. */
export const giveTestCoins = async (chain: string, address: string): Promise<void> => {
  await send(askFaucet, { body: { chain, address }, silent: true });
};
