/** With which of this browser's wallets a person pays. */
import type { Wallet } from "./discover.ts";

interface SignedInWith {
  /** The wallet of the last sign-in in this browser. */
  readonly key?: string | undefined;
  /** What the cloud knows of it, where this browser does not. */
  readonly walletType?: string | undefined;
}

export const devWalletType = "DEV";

/**
 * The wallets to offer, the preferred one first. One without a provider stands alone: the person is told how to get it. `proven`:
 * wallets whose own node turned out to be this cloud's; while the cloud runs its own chains, only these and the built-in one are
 * offered.
 */
export const payersAmong = (
  wallets: readonly Wallet[],
  signedInWith: SignedInWith,
  { own, proven = [] }: { readonly own: boolean; readonly proven?: readonly Wallet[] },
): readonly Wallet[] => {
  const preferred = signedIn(wallets, signedInWith);
  if (own) {
    const builtIn = wallets.filter(({ walletType }) => walletType === devWalletType);
    return first(preferred, [...builtIn, ...proven.filter(({ walletType }) => walletType !== devWalletType)]);
  }
  if (preferred && !preferred.provider) return [preferred];
  return first(
    preferred,
    wallets.filter(({ provider }) => provider),
  );
};

const signedIn = (wallets: readonly Wallet[], { key, walletType }: SignedInWith): Wallet | undefined =>
  wallets.find((wallet) => wallet.key === key) ?? wallets.find((wallet) => wallet.walletType === walletType);

const first = (preferred: Wallet | undefined, offered: readonly Wallet[]): readonly Wallet[] =>
  preferred && offered.includes(preferred) ? [preferred, ...offered.filter((wallet) => wallet !== preferred)] : offered;
