/** Wallets that inject themselves into `window` without announcing themselves. */
import { coinbase, metaMask, okx, type WalletBrand } from "./brands.ts";
import type { WalletProvider } from "./provider.ts";

type Flagged = WalletProvider & {
  readonly isMetaMask?: boolean;
  readonly isOkxWallet?: boolean;
  readonly isCoinbaseWallet?: boolean;
  /** Set by wallets that share `window.ethereum`. */
  readonly providers?: readonly Flagged[];
};

export interface LegacyGlobals {
  readonly ethereum?: Flagged;
  readonly okxwallet?: Flagged;
  readonly coinbaseWalletExtension?: Flagged;
}

/** Returns the provider that a brand injected into `window`, if installed. */
export const legacyProvider = (brand: WalletBrand, globals: LegacyGlobals): WalletProvider | undefined => {
  const shared = globals.ethereum?.providers ?? (globals.ethereum ? [globals.ethereum] : []);
  if (brand === okx) return globals.okxwallet ?? shared.find((provider) => provider.isOkxWallet);
  if (brand === coinbase) {
    return globals.coinbaseWalletExtension ?? shared.find((provider) => provider.isCoinbaseWallet);
  }
  if (brand === metaMask) return shared.find(isMetaMaskItself);
  return undefined;
};

/** Returns whether it is MetaMask itself: other wallets set isMetaMask too, for compatibility. */
const isMetaMaskItself = (provider: Flagged): boolean =>
  provider.isMetaMask === true && !provider.isOkxWallet && !provider.isCoinbaseWallet;
