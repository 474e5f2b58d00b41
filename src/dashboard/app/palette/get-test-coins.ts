import { chains } from "../../../../resources/chains/chains.ts";
import { askFaucet } from "../../../../resources/chains/faucet.ts";
import { send } from "../../api/client.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast/toast.ts";

/** Sends test coins of the devnet of the first chain in the activation menu to an address; tells the outcome. */
export const getTestCoins = async (address: string): Promise<void> => {
  const [{ key, name }] = chains;
  try {
    await send(askFaucet, { body: { chain: key, address }, silent: true });
    toast(`Test coins sent on ${name}`);
  } catch (error) {
    await dialogs.alert({ text: (error as Error).message });
  }
};
