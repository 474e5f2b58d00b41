/** Activation effects with a real browser, server and chains. */
import { registration, registrationSignature, reportRegistration } from "../../../../resources/account/activation.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { zkSyncLite, type ChainKey } from "../../../../resources/chains.ts";
import { send } from "../../api/client.ts";
import { config } from "../../api/config.ts";
import { loadUser } from "../../api/session/load.ts";
import { session } from "../../api/session/session.ts";
import { moveTo } from "../../chains/evm/move-to.ts";
import { networkNamed, networksOf } from "../../chains/evm/networks.ts";
import { probeNetwork } from "../../chains/evm/probe-network.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { requestAccount } from "../../chains/wallets/requests.ts";
import { attempt } from "../../lib/attempt.ts";
import { celebrate } from "../../ui/celebration.ts";
import { showProblem } from "../../ui/show-problem.ts";
import { receiptPause, reportedProblem } from "../chain-effects.ts";
import { findPayingWallet } from "../find-paying-wallet.ts";
import type { ActivationEffects, Registering } from "./activation.ts";
import type { ActivationChain } from "./machine.ts";

export const browserEffects: ActivationEffects = {
  isActivated: async () => (await apply()).handled,
  wallet: findPayingWallet,
  open: async (wallet, chain) => {
    if (chain !== zkSyncLite.key) return openRegistering(wallet, chain);
    const { openZkSyncRegistering } = await import("./zksync-registering.ts");
    return openZkSyncRegistering(wallet);
  },
  signature: async (chain) => {
    if (chain === zkSyncLite.key) return "";
    return (await send(registrationSignature, { query: { chain }, silent: true })).sign;
  },
  hint: (chain, txn) => {
    // zkSync Lite: the server searches by itself when asked for the transfer.
    if (chain !== zkSyncLite.key) void attempt(() => send(reportRegistration, { body: { txn, chain }, silent: true }));
  },
  pause: (chain) => receiptPause(networkOf(chain)),
  problemOf: (error, chain) => reportedProblem(error, "activate", chain === zkSyncLite.key ? undefined : chain),
  show: showProblem,
  activated: () => {
    celebrate();
    void attempt(loadUser);
  },
};

const apply = () => send(registration, { silent: true });

/** A wallet that paid on zkSync Lite is registered on Polygon. */
const networkOf = (chain: ActivationChain) =>
  networkNamed(networksOf(config.get(), location.origin), chain === zkSyncLite.key ? "polygon" : chain);

/** Registers the wallet stored by the server, regardless of the account that pays the gas. */
const openRegistering = async ({ name, provider }: Wallet, chain: ChainKey): Promise<Registering> => {
  if (!provider) throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
  const [payer, { wallet: account }] = await Promise.all([requestAccount(provider), apply()]);
  await probeNetwork(provider);
  const network = networkOf(chain);
  await moveTo(provider, network);
  const [{ connectTo }, { isRegistered, register }, { waitForReceipt }] = await Promise.all([
    import("../../chains/evm/connection.ts"),
    import("../../chains/evm/registration.ts"),
    import("../../chains/evm/send-raised.ts"),
  ]);
  const connection = await connectTo(provider, network, payer);
  const euid = session.get().user?.euid ?? "";
  return {
    exists: () => isRegistered(connection, { account, euid }),
    register: (signature) => register(connection, { account, euid, signature }),
    confirmed: (hash) => waitForReceipt(connection, hash, { confirmations: registrationConfirmations }),
  };
};

const registrationConfirmations = 2;
