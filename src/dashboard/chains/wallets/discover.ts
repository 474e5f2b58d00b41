/** Finds the wallets of this browser: announced ones (EIP-6963), those on `window`, and the built-in one. */
import { createStore, type EIP6963ProviderDetail } from "mipd";
import { brands, coinbase, metaMask, okx, otherWalletType, type WalletBrand } from "./brands.ts";
import { devWallet } from "./dev/dev-wallet.ts";
import type { WalletProvider } from "./provider.ts";

export interface Wallet {
  /** Stable: the wallet's reverse domain name. */
  readonly key: string;
  readonly name: string;
  readonly walletType: string;
  /** A data URL, from the wallet's own announcement. */
  readonly icon?: string;
  /** Name of a known brand's logo. */
  readonly logo?: string;
  readonly installUrl?: string;
  /** Absent if the wallet is not installed. */
  readonly provider?: WalletProvider;
}

export interface WalletDirectory {
  /** Built-in wallet first, then installed ones, then installable ones. */
  wallets(): readonly Wallet[];
  /** Calls back when another wallet announces itself; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Opens the directory. `offerDevWallet` only if the server runs local chains. */
export const openWalletDirectory = (options: { offerDevWallet: boolean }): WalletDirectory => {
  const announced = createStore();
  const builtIn = options.offerDevWallet ? [devWallet()] : [];
  const list = () => [...builtIn, ...installedFirst(merge(announced.getProviders(), window as LegacyGlobals))];
  let wallets = list();
  return {
    wallets: () => wallets,
    subscribe: (listener) =>
      announced.subscribe(() => {
        wallets = list();
        listener();
      }),
    close: () => announced.destroy(),
  };
};

const merge = (announced: readonly EIP6963ProviderDetail[], globals: LegacyGlobals): Wallet[] => [
  ...brands.map((brand) => {
    const own = announced.find(({ info }) => info.rdns === brand.rdns);
    const provider = (own?.provider as WalletProvider | undefined) ?? legacyProvider(brand, globals);
    return {
      key: brand.rdns,
      name: brand.name,
      walletType: brand.walletType,
      installUrl: brand.installUrl,
      logo: brand.logo,
      ...(own && { icon: own.info.icon }),
      ...(provider && { provider }),
    };
  }),
  ...announced
    .filter(({ info }) => !brands.some(({ rdns }) => rdns === info.rdns))
    .map(({ info, provider }) => ({
      key: info.rdns,
      name: info.name,
      walletType: otherWalletType,
      icon: info.icon,
      provider: provider as WalletProvider,
    })),
];

const installedFirst = (wallets: readonly Wallet[]): Wallet[] => [
  ...wallets.filter(({ provider }) => provider),
  ...wallets.filter(({ provider }) => !provider),
];

type Flagged = WalletProvider & {
  readonly isMetaMask?: boolean;
  readonly isOkxWallet?: boolean;
  readonly isCoinbaseWallet?: boolean;
  /** Set by wallets that share `window.ethereum`. */
  readonly providers?: readonly Flagged[];
};

interface LegacyGlobals {
  readonly ethereum?: Flagged;
  readonly okxwallet?: Flagged;
  readonly coinbaseWalletExtension?: Flagged;
}

/** Returns the provider that a brand injected into `window`, if installed. */
const legacyProvider = (brand: WalletBrand, globals: LegacyGlobals): WalletProvider | undefined => {
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
