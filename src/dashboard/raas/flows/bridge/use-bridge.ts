import { useEffect, useState, useSyncExternalStore } from "react";
import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { config, configReady } from "../../../api/config.ts";
import { readProblem } from "../../../chains/evm/read-problem.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { findPresentWallets } from "../../../chains/wallets/find-present-wallets.ts";
import { currentAccount, onAccountChange, requestAccount } from "../../../chains/wallets/requests.ts";
import { askToInstall } from "../../../ui/ask-to-install.ts";
import { showProblem, showUnlessInline } from "../../../ui/states/show-problem.ts";
import { createBridge, type Bridge, type BridgeEffects } from "./bridge.ts";
import type { BridgeState } from "./machine.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { assertSameChain } from "../../../chains/evm/own-network.ts";
import { probeNetwork } from "../../../chains/evm/probe-network.ts";
import { switchChain } from "../../../chains/evm/switch-chain.ts";
import type { Move } from "../../../chains/rollup/bridge.ts";
import { rollupNetwork, settlementNetwork } from "../../../chains/rollup/networks.ts";
import type { WalletProvider } from "../../../chains/wallets/provider.ts";
import { forgetSent, storeSent } from "./sent-moves.ts";

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

interface BridgeDeps {
  readonly rollup: PublicRollup;
  /** The selected wallet. */
  readonly wallet: Wallet | undefined;
}

/** Bridge effects with a real browser, wallets and chains. */
const browserEffects = ({ rollup, wallet }: BridgeDeps): BridgeEffects => ({
  wallet: async () => {
    if (wallet?.provider) return wallet;
    await askToInstall(wallet);
    return undefined;
  },
  connect: async (selected) => {
    const address = await requestAccount(providerOf(selected));
    await probeNetwork(providerOf(selected));
    return address;
  },
  switchFor: async (selected, move) => {
    const provider = providerOf(selected);
    const { network, contract } = endOf(rollup, move);
    await switchChain(provider, network);
    // The operator of a private chain may have given it an ID that the wallet knows as another chain.
    await assertSameChain(provider, network, contract);
  },
  open: async (selected, address, move) => {
    const [{ connectTo }, { sendMove }, { waitForReceipt }] = await Promise.all([
      import("../../../chains/evm/connection.ts"),
      import("../../../chains/rollup/bridge.ts"),
      import("../../../chains/evm/send-raised.ts"),
    ]);
    const connection = await connectTo(providerOf(selected), endOf(rollup, move).network, address);
    return {
      send: () => sendMove(connection, rollup, move),
      settled: (hash, onRepriced) => waitForReceipt(connection, hash, { onRepriced }),
    };
  },
  storeSent: (sent) => storeSent(rollup.chainId, sent),
  forgetSent: (sent) => forgetSent(rollup.chainId, sent),
  problemOf: readProblem,
  show: showUnlessInline("insufficient-funds"),
});

/** Returns a move's source network, and the contract there. */
const endOf = (rollup: PublicRollup, { kind }: Move) =>
  kind === "withdraw" || kind === "claim"
    ? { network: rollupNetwork(rollup, location.origin), contract: rollup.bridgeAddress! }
    : { network: settlementNetwork(rollup, location.origin), contract: rollup.settlement.contract };

const providerOf = ({ name, provider }: Wallet): WalletProvider => {
  if (provider) return provider;
  throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
};
