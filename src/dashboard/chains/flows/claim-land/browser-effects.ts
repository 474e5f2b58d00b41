/** Claim effects with a real browser, server and chains. */
import { reportRecharge as rechargeCall } from "../../../../../resources/billing/deposit-calls.ts";
import { type DepositRecord, deposits } from "../../../../../resources/billing/deposit-history.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { type ChainKey, chainOf } from "../../../../../resources/chains/chains.ts";
import { request, send } from "../../../api/client.ts";
import { loadUser } from "../../../api/session/load.ts";
import { rememberReturnPath } from "../../../api/session/return-path.ts";
import { session } from "../../../api/session/session.ts";
import { moveTo as moveWalletTo } from "../../evm/move-to.ts";
import { storePayBy } from "../../evm/pay-by.ts";
import { probeNetwork } from "../../evm/probe-network.ts";
import type { Wallet } from "../../wallets/discover.ts";
import type { WalletProvider } from "../../wallets/provider.ts";
import { requestAccount } from "../../wallets/requests.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { askToInstall } from "../../../ui/ask-to-install.ts";
import { withLoadingScreen } from "../../../ui/states/loading-screen.ts";
import { showUnlessInline } from "../../../ui/states/show-problem.ts";
import { followRow } from "../../../lib/async/cached-rows.ts";
import { loadedClient } from "../../../ui/cached/use-cached.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { reportedProblem } from "../chain-effects.ts";
import type { ClaimEffects, Paying } from "./claim.ts";
import type { Deposit } from "./machine.ts";
import { networkOf } from "./wallets.ts";

interface ClaimDeps {
  /** Opens the sign-in. Resolves to whether a user is signed in when it closes. */
  readonly signIn: () => Promise<boolean>;
  /** The selected wallet. */
  readonly payer: () => Promise<Wallet | undefined>;
  /** Location of the claim, for the report; without it nothing is reported. */
  readonly source?: string | undefined;
  readonly onCredited: () => void;
}

export const browserEffects = ({ signIn, payer, source, onCredited }: ClaimDeps): ClaimEffects => ({
  account: async () => {
    if (session.get().token === undefined) {
      // Returns to this page after sign-in.
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
  problemOf,
  show: showUnlessInline("insufficient-funds", "public-network"),
  credited: () => {
    toast(chainMessages.landClaimed);
    onCredited();
  },
  storePayBy,
});

/** Switches a wallet to a chain, and rejects one whose node belongs to another instance. */
export const moveTo = (wallet: Wallet, chain: ChainKey): Promise<void> =>
  moveWalletTo(providerOf(wallet), networkOf(chain));

/** Maps an error to the catalog and reports it. Server errors keep their text. */
export const problemOf = (error: unknown, chain: ChainKey | undefined) => reportedProblem(error, "claim", chain);

const installed = async (wallet: Wallet | undefined): Promise<Wallet | undefined> => {
  if (wallet?.provider) return wallet;
  await askToInstall(wallet);
  return undefined;
};

/** A separate connection for each attempt: an ethers provider stays on its first network. */
const openPaying = async (provider: WalletProvider, chain: ChainKey, address: string): Promise<Paying> => {
  const [{ connectTo }, recharge, { waitForReceipt }] = await Promise.all([
    import("../../evm/connection.ts"),
    import("../../evm/recharge.ts"),
    import("../../evm/send-raised.ts"),
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

/** Polling intervals, for local devnets and public chains. */
const askAgainMs = { own: 800, public: 5000 } as const;

/** Calls back with each state until the deposit is credited, or the callback stops it. */
const followDeposit = (chain: ChainKey, hash: string, onSeen: (deposit: Deposit) => void): (() => void) => {
  const pauseMs = networkOf(chain).own ? askAgainMs.own : askAgainMs.public;
  let stopped = false;
  const toSeen = (row: DepositRecord): Deposit => toDeposit(row, chainOf(chain)!.confirmations);
  const { seen, stop } = followRow<DepositRecord>(
    loadedClient(),
    deposits.name,
    () => hash,
    (row) => onSeen(toSeen(row)),
  );
  const poll = async (): Promise<void> => {
    for (;;) {
      // Polls again after a failed request: the deposit does not depend on it.
      const row = await attempt(() => readDeposit(hash));
      if (stopped) return;
      if (row) {
        seen(row);
        onSeen(toSeen(row));
      }
      if (row?.status === "CREDITED") return stop();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  void poll();
  return () => {
    stopped = true;
    stop();
  };
};

const readDeposit = async (hash: string): Promise<DepositRecord | undefined> => {
  // LAND is credited to the user's own team, whichever is selected.
  const answer = await request(deposits.calls.list, {
    query: { hash, page: 1, size: 1 },
    personal: true,
    silent: true,
  });
  return (answer as { items?: readonly DepositRecord[] } | undefined)?.items?.[0];
};

const toDeposit = ({ status, confirmations, landAmount }: DepositRecord, needed: number): Deposit => ({
  state: status === "CREDITED" ? "credited" : "pending",
  confirmations: confirmations?.seen ?? 0,
  needed: confirmations?.needed ?? needed,
  land: BigInt(landAmount),
});

/** Optional claim reports to the server. */
interface Recharge {
  readonly source: string;
  readonly hash: string;
  readonly address: string;
}

/** A hint where to look. */
const reportRecharge = (body: Recharge): void => void attempt(() => send(rechargeCall, { body, silent: true }));
