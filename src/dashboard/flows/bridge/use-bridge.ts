import { useEffect, useState, useSyncExternalStore } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { config, configReady } from "../../api/config.ts";
import { readProblem } from "../../chains/evm/read-problem.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { findPresentWallets } from "../../chains/wallets/find-present-wallets.ts";
import { currentAccount, onAccountChange, requestAccount } from "../../chains/wallets/requests.ts";
import { askToInstall } from "../../ui/ask-to-install.ts";
import { showProblem } from "../../ui/show-problem.ts";
import { createBridge, type Bridge } from "./bridge.ts";
import { browserEffects } from "./browser-effects.ts";
import type { BridgeState } from "./machine.ts";

export interface BridgeView {
  readonly bridge: Bridge;
  readonly state: BridgeState;
  readonly wallets: readonly Wallet[];
  readonly wallet: Wallet | undefined;
  /** The wallet's account, once shared with the site. */
  readonly account: string | undefined;
  readonly chooseWallet: (wallet: Wallet) => void;
  readonly connect: () => Promise<void>;
}

/** Runs the bridge of this screen, with the paying wallet. */
export const useBridge = (rollup: PublicRollup): BridgeView => {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [chosen, chooseWallet] = useState<Wallet>();
  useEffect(() => void findWallets().then(setWallets), []);
  const wallet = wallets.find(({ key }) => key === chosen?.key) ?? wallets[0];
  const [{ bridge, use }] = useState(openBridge);
  useEffect(() => use({ rollup, wallet }));
  // Leaving the screen cancels an unsent move.
  useEffect(() => bridge.close, [bridge]);
  const state = useSyncExternalStore(bridge.subscribe, bridge.get);
  const { account, setAccount } = useAccount(wallet);
  const connect = async (): Promise<void> => {
    if (!wallet?.provider) return askToInstall(wallet);
    try {
      setAccount(await requestAccount(wallet.provider));
    } catch (error) {
      await showProblem(await readProblem(error));
    }
  };
  return { bridge, state, wallets, wallet, account, chooseWallet, connect };
};

interface BridgeProps {
  readonly rollup: PublicRollup;
  readonly wallet: Wallet | undefined;
}

/** Opens a bridge whose effects use the latest props of the screen. */
const openBridge = () => {
  let latest: BridgeProps | undefined;
  const effects = () => browserEffects(latest!);
  const bridge = createBridge({
    wallet: () => effects().wallet(),
    connect: (wallet) => effects().connect(wallet),
    switchFor: (wallet, move) => effects().switchFor(wallet, move),
    open: (wallet, address, move) => effects().open(wallet, address, move),
    storeSent: (sent) => effects().storeSent(sent),
    forgetSent: (sent) => effects().forgetSent(sent),
    problemOf: (error) => effects().problemOf(error),
    show: (problem) => effects().show(problem),
  });
  return {
    bridge,
    use: (next: BridgeProps): void => {
      latest = next;
    },
  };
};

const useAccount = (wallet: Wallet | undefined) => {
  const [account, setAccount] = useState<string>();
  useEffect(() => {
    const provider = wallet?.provider;
    if (!provider) return undefined;
    let left = false;
    void currentAccount(provider).then(
      (address) => left || setAccount(address),
      () => undefined,
    );
    const stop = onAccountChange(provider, setAccount);
    return () => {
      left = true;
      setAccount(undefined);
      stop();
    };
  }, [wallet]);
  return { account, setAccount };
};

/** Finds the wallets of this browser, signed in or not. */
const findWallets = async (): Promise<readonly Wallet[]> => {
  await configReady();
  return findPresentWallets({ offerDevWallet: config.get().features.devWallet });
};
