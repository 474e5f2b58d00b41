/** The wallets the product knows by name: how each is recognised, and where a person gets it. */
export interface WalletBrand {
  /** As the cloud stores it (`walletType`). */
  readonly walletType: string;
  readonly name: string;
  /** Reverse domain name under which the wallet announces itself (EIP-6963). */
  readonly rdns: string;
  readonly installUrl: string;
}

export const metaMask: WalletBrand = {
  walletType: "METAMASK",
  name: "MetaMask",
  rdns: "io.metamask",
  installUrl: "https://metamask.io/download",
};

export const okx: WalletBrand = {
  walletType: "OKX",
  name: "OKX Wallet",
  rdns: "com.okex.wallet",
  installUrl: "https://web3.okx.com/download",
};

export const coinbase: WalletBrand = {
  walletType: "COINBASE",
  name: "Coinbase Wallet",
  rdns: "com.coinbase.wallet",
  installUrl: "https://www.coinbase.com/wallet/downloads",
};

export const brands: readonly WalletBrand[] = [metaMask, okx, coinbase];

/** Any other wallet that announces itself works like a browser wallet. */
export const otherWalletType = "BROWSER";
