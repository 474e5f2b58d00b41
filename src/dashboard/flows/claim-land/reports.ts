/** Optional claim reports to the server. */
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

/** Requests test coins for an account. Throws the server's error. */
export const giveTestCoins = async (chain: ChainKey, address: string): Promise<void> => {
  await send(askFaucet, { body: { chain, address }, silent: true });
};
