/** Effects of staking in the browser, with the server and the chain. */
import { boostMessages } from "../../../../resources/boost/messages.ts";
import { countStake } from "../../../../resources/boost/stake-calls.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { receiptPollMs } from "../../../../resources/chain-limits.ts";
import { boostChain } from "../../../../resources/chains.ts";
import { callProblem } from "../../api/call-problem.ts";
import { send } from "../../api/client.ts";
import { config } from "../../api/config.ts";
import { reportChainError } from "../../api/report-chain-error.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../chains/evm/networks.ts";
import { openConnection } from "../../chains/evm/open-connection.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";
import { readProblem } from "../../chains/evm/read-problem.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { codesIn, textOf } from "../../chains/wallets/error-chain.ts";
import { showProblem } from "../../ui/show-problem.ts";
import { findPayingWallet } from "../find-paying-wallet.ts";
import type { StakeAct } from "./machine.ts";
import type { Acting, StakingEffects } from "./staking.ts";

interface StakingDeps {
  /** Wallets linked to the user. */
  readonly addresses: () => readonly string[];
  readonly changed: (act: StakeAct) => void;
  readonly done: (act: StakeAct) => void;
}

export const browserEffects = ({ addresses, changed, done }: StakingDeps): StakingEffects => ({
  wallet: findPayingWallet,
  open: (wallet) => openActing(wallet, addresses()),
  count: async (hash) => {
    const { confirmations: seen, needed, counted } = await send(countStake, { params: { hash } });
    return { seen, needed, counted };
  },
  pause: () =>
    new Promise((resolve) => {
      setTimeout(resolve, boostNetwork().own ? receiptPollMs.own : receiptPollMs.public);
    }),
  problemOf: async (error) => {
    const problem = await problemOf(error);
    const code = codesIn(error).at(-1);
    reportChainError({ kind: problem.kind, message: textOf(error), code, action: "stake", chain: boostChain });
    return problem;
  },
  show: showProblem,
  changed,
  done,
});

/** Returns Boost's chain, once the configuration is loaded. Throws if the server has none. */
const boostNetwork = (): EvmNetwork => networkNamed(networksOf(config.get(), location.origin), boostChain);

/** The connected account is not linked to the user. */
class NotLinked extends Error {}

const openActing = async ({ name, provider }: Wallet, addresses: readonly string[]): Promise<Acting> => {
  if (!provider) throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
  const connection = await openConnection(provider, boostNetwork());
  if (!addresses.some((address) => address.toLowerCase() === connection.address.toLowerCase())) throw new NotLinked();
  const [{ approveFor, sendAct }, { waitForReceipt }] = await Promise.all([
    import("../../chains/evm/staking.ts"),
    import("../../chains/evm/send-raised.ts"),
  ]);
  return {
    approve: (act, onAsk) => approveFor(connection, act, onAsk),
    send: (act) => sendAct(connection, act),
    settled: (hash, onRepriced) => waitForReceipt(connection, hash, { onRepriced }),
  };
};

/** Maps an error to the catalog; server errors keep their own message. */
const problemOf = async (error: unknown): Promise<ChainProblem> => {
  if (error instanceof NotLinked) return alertWith(boostMessages.walletNotLinked);
  return callProblem(error) ?? readProblem(error);
};

const alertWith = (message: string): ChainProblem => ({
  kind: "other",
  title: chainMessages.chainErrorTitle,
  message,
  presentation: "alert",
});
