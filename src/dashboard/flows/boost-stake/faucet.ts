import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { send } from "../../api/client.ts";

/** Has the cloud give test coins and tokens to an account on a chain of its own. Throws what the cloud answers. */
export const giveTestCoins = async (chain: string, address: string): Promise<void> => {
  await send(askFaucet, { body: { chain, address }, silent: true });
};
