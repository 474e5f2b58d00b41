import { useEffect, useState, useSyncExternalStore } from "react";
import { boostMessages } from "../../../../../resources/boost/messages.ts";
import { countStake } from "../../../../../resources/boost/staking/stake-calls.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { boostChain } from "../../../../../resources/chains/chains.ts";
import { send } from "../../../api/client.ts";
import { config } from "../../../api/config.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../../chains/evm/networks.ts";
import { openConnection } from "../../../chains/evm/open-connection.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { showProblem } from "../../../ui/states/show-problem.ts";
import { receiptPause, reportedProblem } from "../../../chains/flows/chain-effects.ts";
import { findPayingWallet } from "../../../chains/flows/find-paying-wallet.ts";
import type { StakeAct, StakingState } from "./machine.ts";
import { createStaking, type Staking, type Acting, type StakingEffects } from "./staking.ts";

interface StakingProps {
  /** Wallets linked to the user. */
  readonly addresses: readonly string[];
  /** Called when something on the chain may count. */
  readonly onChange: (act: StakeAct) => void;
  readonly onDone: (act: StakeAct) => void;
}

/** Runs staking on this screen: state and start function. */
export const useStaking = (props: StakingProps): { readonly state: StakingState; readonly start: Staking["start"] } => {
  const [{ staking, use }] = useState(openStaking);
  useEffect(() => use(props));
  // Leaving the screen abandons transactions that are not sent yet.
  useEffect(() => staking.close, [staking]);
  return { state: useSyncExternalStore(staking.subscribe, staking.get), start: staking.start };
};

/** Returns effects that use the latest props of the screen. */
const openStaking = () => {
  let latest: StakingProps | undefined;
  const staking = createStaking(
    browserEffects({
      addresses: () => latest?.addresses ?? [],
      changed: (act) => latest?.onChange(act),
      done: (act) => latest?.onDone(act),
    }),
  );
  return {
    staking,
    use: (next: StakingProps): void => {
      latest = next;
    },
  };
};

interface StakingDeps {
  /** Wallets linked to the user. */
  readonly addresses: () => readonly string[];
  readonly changed: (act: StakeAct) => void;
  readonly done: (act: StakeAct) => void;
}

const browserEffects = ({ addresses, changed, done }: StakingDeps): StakingEffects => ({
  wallet: findPayingWallet,
  open: (wallet) => openActing(wallet, addresses()),
  count: async (hash) => {
    const { confirmations: seen, needed, counted } = await send(countStake, { params: { hash } });
    return { seen, needed, counted };
  },
  pause: () => receiptPause(boostNetwork()),
  problemOf: async (error) =>
    error instanceof NotLinked
      ? {
          kind: "other",
          title: chainMessages.chainErrorTitle,
          message: boostMessages.walletNotLinked,
          presentation: "alert",
        }
      : reportedProblem(error, "stake", boostChain),
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
    import("../../../chains/evm/staking.ts"),
    import("../../../chains/evm/send-raised.ts"),
  ]);
  return {
    approve: (act, onAsk) => approveFor(connection, act, onAsk),
    send: (act) => sendAct(connection, act),
    settled: (hash, onRepriced) => waitForReceipt(connection, hash, { onRepriced }),
  };
};
