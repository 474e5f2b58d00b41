/** Selects the wallets that a user can pay with. */
import type { Wallet } from "./discover.ts";

interface SignedInWith {
  /** The wallet of the last sign-in in this browser. */
  readonly key?: string | undefined;
  /** The wallet type stored by the server, if this browser does not know the wallet. */
  readonly walletType?: string | undefined;
}

export const devWalletType = "DEV";

export interface Payers {
  /** The wallets to offer, the preferred one first. */
  readonly wallets: readonly Wallet[];
  /** The sign-in wallet, if it is on a public network while this instance runs its own chains. */
  readonly refused?: Wallet;
}

/**
 * Returns the wallets to offer. A preferred one without a provider is the only one: the user is told how to install it.
 * `proven`: wallets whose own node is this instance's; while it runs its own chains, only these and the built-in one
 * are offered.
 */
export const payersAmong = (
  wallets: readonly Wallet[],
  signedInWith: SignedInWith,
  { own, proven = [] }: { readonly own: boolean; readonly proven?: readonly Wallet[] },
): Payers => {
  const preferred = signedIn(wallets, signedInWith);
  if (own) {
    const builtIn = wallets.filter(({ walletType }) => walletType === devWalletType);
    const offered = [...builtIn, ...proven.filter(({ walletType }) => walletType !== devWalletType)];
    const isRefused = preferred?.provider && !offered.includes(preferred);
    return { wallets: first(preferred, offered), ...(isRefused && { refused: preferred }) };
  }
  if (preferred && !preferred.provider) return { wallets: [preferred] };
  const present = wallets.filter(({ provider }) => provider);
  return { wallets: first(preferred, present) };
};

const signedIn = (wallets: readonly Wallet[], { key, walletType }: SignedInWith): Wallet | undefined =>
  wallets.find((wallet) => wallet.key === key) ?? wallets.find((wallet) => wallet.walletType === walletType);

const first = (preferred: Wallet | undefined, offered: readonly Wallet[]): readonly Wallet[] =>
  preferred && offered.includes(preferred) ? [preferred, ...offered.filter((wallet) => wallet !== preferred)] : offered;
