/** The wallets the product knows by name: how each is recognized, and where a user gets it. */
export interface WalletBrand {
  /** As the server stores it (`walletType`). */
  readonly walletType: string;
  readonly name: string;
  /** Reverse domain name under which the wallet announces itself (EIP-6963). */
  readonly rdns: string;
  readonly installUrl: string;
  /** Name of its logo. */
  readonly logo: string;
}

export const metaMask: WalletBrand = {
  walletType: "METAMASK",
  name: "MetaMask",
  rdns: "io.metamask",
  installUrl: "https://metamask.io/download",
  logo: "metamask",
};

export const okx: WalletBrand = {
  walletType: "OKX",
  name: "OKX Wallet",
  rdns: "com.okex.wallet",
  installUrl: "https://web3.okx.com/download",
  logo: "okx",
};

export const coinbase: WalletBrand = {
  walletType: "COINBASE",
  name: "Coinbase Wallet",
  rdns: "com.coinbase.wallet",
  installUrl: "https://www.coinbase.com/wallet/downloads",
  logo: "coinbase",
};

export const brands: readonly WalletBrand[] = [metaMask, okx, coinbase];

/** Any other wallet that announces itself works like a browser wallet. */
export const otherWalletType = "BROWSER";
