/** Bridge effects with a real browser, wallets and chains. */
import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { assertSameChain } from "../../chains/evm/own-network.ts";
import { probeNetwork } from "../../chains/evm/probe-network.ts";
import { readProblem } from "../../chains/evm/read-problem.ts";
import { switchChain } from "../../chains/evm/switch-chain.ts";
import type { Move } from "../../chains/rollup/bridge.ts";
import { rollupNetwork, settlementNetwork } from "../../chains/rollup/networks.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import type { WalletProvider } from "../../chains/wallets/provider.ts";
import { requestAccount } from "../../chains/wallets/requests.ts";
import { askToInstall } from "../../ui/ask-to-install.ts";
import { showUnlessInline } from "../../ui/show-problem.ts";
import type { BridgeEffects } from "./bridge.ts";
import { forgetSent, storeSent } from "./sent-moves.ts";

interface BridgeDeps {
  readonly rollup: PublicRollup;
  /** The selected wallet. */
  readonly wallet: Wallet | undefined;
}

export const browserEffects = ({ rollup, wallet }: BridgeDeps): BridgeEffects => ({
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
      import("../../chains/evm/connection.ts"),
      import("../../chains/rollup/bridge.ts"),
      import("../../chains/evm/send-raised.ts"),
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
