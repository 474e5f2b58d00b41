/** Wallets with built-in support: how to recognize each, and where to install it. */
export interface WalletBrand {
  /** The server's value (`walletType`). */
  readonly walletType: string;
  readonly name: string;
  /** Reverse domain name that the wallet announces (EIP-6963). */
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
