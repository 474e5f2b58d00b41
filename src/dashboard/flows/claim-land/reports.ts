/** What claiming tells the cloud beside the chain. Nothing depends on its arriving. */
import { reportRecharge as rechargeCall } from "../../../../resources/billing/deposit-calls.ts";
import { askFaucet } from "../../../../resources/billing/faucet.ts";
import type { ChainKey } from "../../../../resources/chains.ts";
import { send } from "../../api/client.ts";
import { attempt } from "../../lib/attempt.ts";

interface Recharge {
  readonly source: string;
  readonly hash: string;
  readonly address: string;
}

/** A hint where to look. */
export const reportRecharge = (body: Recharge): void => void attempt(() => send(rechargeCall, { body, silent: true }));

/** Has the cloud give test coins to an account. Throws what it answers. */
export const giveTestCoins = async (chain: ChainKey, address: string): Promise<void> => {
  await send(askFaucet, { body: { chain, address }, silent: true });
};
