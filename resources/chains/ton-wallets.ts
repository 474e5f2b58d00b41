/** TON wallets that the mini app offers on the public network: the most common of TON Connect's public list. */

export interface TonWallet {
  /** Name that the wallet reports when it connects. */
  readonly appName: string;
  readonly name: string;
  readonly about: string;
  /** Background of its icon. */
  readonly color: string;
  /** URL that opens the wallet with the request in its query. */
  readonly universalUrl: string;
  /** The wallet's HTTP bridge (server-sent events). */
  readonly bridgeUrl: string;
  /** Global object of the wallet's in-app browser or extension. */
  readonly jsKey?: string;
}

export const tonWallets: readonly TonWallet[] = [
  {
    appName: "telegram-wallet",
    name: "Wallet",
    about: "https://wallet.tg/",
    color: "#0098ea",
    universalUrl: "https://t.me/wallet?attach=wallet",
    bridgeUrl: "https://walletbot.me/tonconnect-bridge/bridge",
  },
  {
    appName: "tonkeeper",
    name: "Tonkeeper",
    about: "https://tonkeeper.com",
    color: "#1f2b3d",
    universalUrl: "https://app.tonkeeper.com/ton-connect",
    bridgeUrl: "https://bridge.tonapi.io/bridge",
    jsKey: "tonkeeper",
  },
  {
    appName: "mytonwallet",
    name: "MyTonWallet",
    about: "https://mytonwallet.io",
    color: "#0b5fa5",
    universalUrl: "https://connect.mytonwallet.org",
    bridgeUrl: "https://tonconnectbridge.mytonwallet.org/bridge/",
    jsKey: "mytonwallet",
  },
  {
    appName: "tonhub",
    name: "Tonhub",
    about: "https://tonhub.com",
    color: "#3b4a9e",
    universalUrl: "https://tonhub.com/ton-connect",
    bridgeUrl: "https://connect.tonhubapi.com/tonconnect",
    jsKey: "tonhub",
  },
];

/** The dashboard's built-in wallet for the local devnet. */
export const devTonWallet = { appName: "devton", name: "Dev TON wallet" } as const;
