/** What claiming tells the cloud beside the chain. Nothing depends on its arriving. */
import {
  reportChainError as chainErrorCall,
  reportRecharge as rechargeCall,
} from "../../../../resources/billing/deposit-calls.ts";
import { askFaucet } from "../../../../resources/billing/faucet.ts";
import type { ChainKey } from "../../../../resources/chains.ts";
import { send } from "../../api/client.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";
import { codesIn, textOf } from "../../chains/wallets/error-parts.ts";
import { attempt } from "../../lib/attempt.ts";

interface Recharge {
  readonly source: string;
  readonly hash: string;
  readonly address: string;
}

/** A hint where to look. */
export const reportRecharge = (body: Recharge): void => void attempt(() => send(rechargeCall, { body, silent: true }));

/** For those who run the cloud: what was met, and what the person was shown it as. */
export const reportChainError = ({ kind }: ChainProblem, error: unknown, chain: ChainKey | undefined): void => {
  const code = codesIn(error).at(-1);
  const body = {
    kind,
    message: textOf(error).slice(0, messageMax),
    action: "claim",
    ...(code !== undefined && { code: String(code) }),
    ...(chain && { chain }),
  };
  void attempt(() => send(chainErrorCall, { body, silent: true }));
};

/** Has the cloud give test coins to an account. Throws what it answers. */
export const giveTestCoins = async (chain: ChainKey, address: string): Promise<void> => {
  await send(askFaucet, { body: { chain, address }, silent: true });
};

const messageMax = 2000;
