/** What staking does in a real browser with the real cloud and the real chain. */
import { boostMessages } from "../../../../resources/boost/messages.ts";
import { countStake } from "../../../../resources/boost/stake-calls.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { receiptPollMs } from "../../../../resources/chain-limits.ts";
import { boostChain } from "../../../../resources/chains.ts";
import { sendBoost } from "../../api/boost/client.ts";
import { BoostError } from "../../api/boost/errors.ts";
import { callProblem } from "../../api/call-problem.ts";
import { config, configReady } from "../../api/config.ts";
import { reportChainError } from "../../api/report-chain-error.ts";
import { session } from "../../api/session/session.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../chains/evm/networks.ts";
import { openConnection } from "../../chains/evm/open-connection.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";
import { readProblem } from "../../chains/evm/read-problem.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { codesIn, textOf } from "../../chains/wallets/error-parts.ts";
import { findPayers } from "../../chains/wallets/find-payers.ts";
import { askToInstall } from "../../ui/ask-to-install.ts";
import { withLoadingScreen } from "../../ui/loading-screen.ts";
import { showProblem } from "../../ui/show-problem.ts";
import type { StakeAct } from "./machine.ts";
import type { Acting, StakingEffects } from "./staking.ts";

interface Surroundings {
  /** Wallets that count for the person. */
  readonly addresses: () => readonly string[];
  readonly changed: (act: StakeAct) => void;
  readonly done: (act: StakeAct) => void;
}

export const browserEffects = ({ addresses, changed, done }: Surroundings): StakingEffects => ({
  wallet: findWallet,
  open: (wallet) => openActing(wallet, addresses()),
  count: async (hash) => {
    const { confirmations: seen, needed, counted } = await sendBoost(countStake, { params: { hash } });
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

/** Boost's chain, as soon as the configuration is known. Throws where the cloud is not connected to it. */
const boostNetwork = (): EvmNetwork => networkNamed(networksOf(config.get(), location.origin), boostChain);

/** The wallet of the sign-in first; undefined when there is none, which the person has been told. */
export const findWallet = async (): Promise<Wallet | undefined> => {
  await configReady();
  const walletType = session.get().user?.wallet?.walletType;
  const [found] = await withLoadingScreen("Looking for your wallet…", findPayers(config.get(), walletType));
  if (found?.provider) return found;
  await askToInstall(found);
  return undefined;
};

/** The account is open, but counts for nobody or for somebody else. */
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

/** By the catalogue; what the cloud itself answered is said in its words. */
const problemOf = async (error: unknown): Promise<ChainProblem> => {
  if (error instanceof NotLinked) return told(boostMessages.walletNotLinked);
  if (error instanceof BoostError) return told(error.message);
  return callProblem(error) ?? readProblem(error);
};

const told = (message: string): ChainProblem => ({
  kind: "other",
  title: chainMessages.chainErrorTitle,
  message,
  presentation: "alert",
});
