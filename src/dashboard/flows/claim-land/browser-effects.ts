/** What claiming does in a real browser with the real cloud and real chains. */
import type { ChainKey } from "../../../../resources/chains.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { messages } from "../../../../resources/messages.ts";
import { loadUser } from "../../api/session/load.ts";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { session } from "../../api/session/session.ts";
import { ApiError, NetworkError } from "../../api/errors.ts";
import { assertOwnNetwork } from "../../chains/evm/own-network.ts";
import { storePayBy } from "../../chains/evm/pay-by.ts";
import { chainProblem, type ChainProblem } from "../../chains/evm/problem.ts";
import { probeNetwork } from "../../chains/evm/probe-network.ts";
import { switchChain } from "../../chains/evm/switch-chain.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import type { WalletProvider } from "../../chains/wallets/provider.ts";
import { requestAccount } from "../../chains/wallets/requests.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { withLoadingScreen } from "../../ui/loading-screen.ts";
import { showProblem } from "../../ui/show-problem.ts";
import { toast } from "../../ui/toast.ts";
import type { ClaimEffects, Paying } from "./claim.ts";
import { followDeposit } from "./follow-deposit.ts";
import { reportChainError, reportRecharge } from "./reports.ts";
import { networkOf } from "./wallets.ts";

interface Surroundings {
  /** Opens the sign-in; resolves to whether somebody is signed in when it is closed. */
  readonly signIn: () => Promise<boolean>;
  /** The wallet that is chosen. */
  readonly payer: () => Promise<Wallet | undefined>;
  /** Where the claim was made, for the report of it; without one nothing is reported. */
  readonly source?: string | undefined;
  readonly onCredited: () => void;
}

export const browserEffects = ({ signIn, payer, source, onCredited }: Surroundings): ClaimEffects => ({
  account: async () => {
    if (session.get().token === undefined) {
      // Signing in leads to where the person wanted to be: here.
      rememberReturnPath();
      if (!(await signIn())) return undefined;
    }
    if (!session.get().user) await loadUser();
    return session.get().user?.euid;
  },
  payer: async () => installed(await withLoadingScreen("Looking for your wallet…", payer())),
  connect: async (wallet) => {
    const address = await requestAccount(providerOf(wallet));
    await probeNetwork(providerOf(wallet));
    return address;
  },
  switchTo: (wallet, chain) => moveTo(wallet, chain),
  open: (wallet, chain, address) => openPaying(providerOf(wallet), chain, address),
  follow: followDeposit,
  report: (hash, address) => {
    if (source !== undefined) reportRecharge({ source, hash, address });
  },
  problemOf: problemOf,
  show: showProblem,
  credited: () => {
    toast(chainMessages.landClaimed);
    onCredited();
  },
  keepPayBy: storePayBy,
});

/** Brings a wallet onto a chain, and refuses one whose node is not this cloud's. */
export const moveTo = async (wallet: Wallet, chain: ChainKey): Promise<void> => {
  const network = networkOf(chain);
  await switchChain(providerOf(wallet), network);
  await assertOwnNetwork(providerOf(wallet), network);
};

/** Reads an error by the catalogue and reports it; what the cloud itself answered is said in its words. */
export const problemOf = async (error: unknown, chain: ChainKey | undefined): Promise<ChainProblem> => {
  if (error instanceof ApiError)
    return { kind: "other", title: chainMessages.chainErrorTitle, message: error.message, presentation: "alert" };
  if (error instanceof NetworkError)
    return {
      kind: "network",
      title: chainMessages.chainNetworkError,
      message: messages.networkError,
      presentation: "retry-confirm",
    };
  const decode = await import("../../chains/evm/decode-error.ts").then(
    ({ errorName }) => errorName,
    () => undefined,
  );
  const problem = chainProblem(error, { retry: true, ...(decode && { decode }) });
  reportChainError(problem, error, chain);
  return problem;
};

/** A wallet that is picked but missing: how to get it. None at all: a toast. */
const installed = async (wallet: Wallet | undefined): Promise<Wallet | undefined> => {
  if (!wallet) {
    toast(chainMessages.walletMissing, "error");
    return undefined;
  }
  if (wallet.provider) return wallet;
  const title = chainMessages.walletNotInstalled.replace("{wallet}", wallet.name);
  const { installUrl } = wallet;
  if (!installUrl) await dialogs.alert({ title, text: chainMessages.walletInstall });
  else if (await dialogs.confirm({ title, text: chainMessages.walletInstall, ok: "Install" }))
    window.open(installUrl, "_blank", "noopener");
  return undefined;
};

/** A connection of its own for each attempt: a provider of ethers keeps to the network it began with. */
const openPaying = async (provider: WalletProvider, chain: ChainKey, address: string): Promise<Paying> => {
  const [{ connectTo }, recharge, { waitForReceipt }] = await Promise.all([
    import("../../chains/evm/connection.ts"),
    import("../../chains/evm/recharge.ts"),
    import("../../chains/evm/send-raised.ts"),
  ]);
  const connection = await connectTo(provider, networkOf(chain), address);
  return {
    chain,
    address,
    quote: (order) => recharge.quote(connection, order),
    pay: (order, quote, onAsk) => recharge.pay(connection, order, quote, onAsk),
    settled: (hash, onRepriced) => waitForReceipt(connection, hash, { onRepriced }),
  };
};

const providerOf = ({ name, provider }: Wallet): WalletProvider => {
  if (provider) return provider;
  throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
};
