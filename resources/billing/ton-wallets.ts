/** Wallets of the public TON network that the mini app offers: those of TON Connect's public list that most people have. */

export interface TonWallet {
  /** As the wallet names itself when it connects. */
  readonly appName: string;
  readonly name: string;
  readonly about: string;
  /** Opened with what is asked in its query. */
  readonly universalUrl: string;
  /** The wallet's HTTP bridge (server-sent events). */
  readonly bridgeUrl: string;
  /** The name of the object by which a wallet's own browser, or its extension, is spoken to. */
  readonly jsKey?: string;
}

export const tonWallets: readonly TonWallet[] = [
  {
    appName: "telegram-wallet",
    name: "Wallet",
    about: "https://wallet.tg/",
    universalUrl: "https://t.me/wallet?attach=wallet",
    bridgeUrl: "https://walletbot.me/tonconnect-bridge/bridge",
  },
  {
    appName: "tonkeeper",
    name: "Tonkeeper",
    about: "https://tonkeeper.com",
    universalUrl: "https://app.tonkeeper.com/ton-connect",
    bridgeUrl: "https://bridge.tonapi.io/bridge",
    jsKey: "tonkeeper",
  },
  {
    appName: "mytonwallet",
    name: "MyTonWallet",
    about: "https://mytonwallet.io",
    universalUrl: "https://connect.mytonwallet.org",
    bridgeUrl: "https://tonconnectbridge.mytonwallet.org/bridge/",
    jsKey: "mytonwallet",
  },
  {
    appName: "tonhub",
    name: "Tonhub",
    about: "https://tonhub.com",
    universalUrl: "https://tonhub.com/ton-connect",
    bridgeUrl: "https://connect.tonhubapi.com/tonconnect",
    jsKey: "tonhub",
  },
];

/** The wallet built into the dashboard, on the cloud's own chain. */
export const devTonWallet = { appName: "devton", name: "Dev TON wallet" } as const;
