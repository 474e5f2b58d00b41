/** TON Connect with a self-hosted wallet list and no analytics: a separate chunk, loaded for toncoin payments. */
import {
  isWalletInfoCurrentlyInjected,
  isWalletInfoRemote,
  toUserFriendlyAddress,
  TonConnect,
  TonConnectError,
  UserRejectsError,
  type Account,
  type IStorage,
  type WalletInfo,
} from "@tonconnect/sdk";
import { createStore, del, get, set } from "idb-keyval";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { commentPayload } from "./comment-payload.ts";
import { TonRefusal } from "./refusal.ts";

export interface TonWalletChoice {
  readonly key: string;
  readonly name: string;
  /** Whether it is injected into this page; others are opened by a link. */
  readonly isHere: boolean;
}

export interface TonPayment {
  readonly destination: string;
  readonly nano: string;
  readonly comment: string;
  /** Unix seconds, after which wallets must not send it. */
  readonly validUntil: number;
  /** TON Connect's network id: "-239" is mainnet. */
  readonly network: string;
}

export interface TonConnector {
  choices(): Promise<readonly TonWalletChoice[]>;
  /** Returns the connected wallet's address, as wallets show it. */
  address(): string | undefined;
  /** Reconnects the wallet of the last visit. Never throws. */
  restore(): Promise<void>;
  /** Resolves to the address. `onLink`: a link that opens an external wallet. Throws TonRefusal. */
  connect(key: string, onLink: (link: string) => void, signal: AbortSignal): Promise<string>;
  disconnect(): Promise<void>;
  /** Resolves once the wallet has sent it. Throws TonRefusal. */
  pay(payment: TonPayment): Promise<void>;
}

/** `owner`: the messaging user's id, by which the connection is stored. */
export const openTonConnector = (owner: string): TonConnector => {
  const connector = new TonConnect({
    manifestUrl: new URL("/tonconnect-manifest.json", location.origin).href,
    walletsListSource: new URL("/tonconnect-wallets.json", location.origin).href,
    storage: storageOf(owner),
    analytics: { mode: "off" },
  });
  const addressNow = (): string | undefined => (connector.account && shown(connector.account)) || undefined;
  const find = async (key: string): Promise<WalletInfo | undefined> =>
    (await connector.getWallets()).find(({ appName }) => appName === key);

  return {
    choices: async () =>
      (await connector.getWallets()).map((wallet) => ({
        key: wallet.appName,
        name: wallet.name,
        isHere: isWalletInfoCurrentlyInjected(wallet),
      })),
    address: addressNow,
    restore: () => connector.restoreConnection().catch(() => undefined),
    connect: async (key, onLink, signal) => {
      const wallet = await find(key);
      if (!wallet) throw new TonRefusal(chainMessages.walletMissing);
      const connected = connection(connector, signal);
      if (isWalletInfoCurrentlyInjected(wallet)) connector.connect({ jsBridgeKey: wallet.jsBridgeKey });
      else if (isWalletInfoRemote(wallet))
        onLink(connector.connect({ universalLink: wallet.universalLink, bridgeUrl: wallet.bridgeUrl }, { signal }));
      else throw new TonRefusal(chainMessages.walletMissing);
      return shown(await connected);
    },
    disconnect: async () => {
      if (connector.connected) await connector.disconnect();
    },
    pay: async ({ destination, nano, comment, validUntil, network }) => {
      const messages = [{ address: destination, amount: nano, payload: commentPayload(comment) }];
      await connector.sendTransaction({ validUntil, network, messages }).catch(refuse);
    },
  };
};

/** Resolves to the wallet's account; rejects when it refuses or the caller aborts. */
const connection = (connector: TonConnect, signal: AbortSignal): Promise<Account> =>
  new Promise((resolve, reject) => {
    const stop = connector.onStatusChange(
      (wallet) => {
        if (!wallet) return;
        stop();
        resolve(wallet.account);
      },
      (error) => {
        stop();
        reject(refusalOf(error));
      },
    );
    signal.addEventListener("abort", () => {
      stop();
      reject(new TonRefusal(chainMessages.requestRejected));
    });
  });

const shown = ({ address, chain }: Account): string => toUserFriendlyAddress(address, chain === testNetwork);
const testNetwork = "-3";

const refuse = (error: unknown): never => {
  throw refusalOf(error);
};

const refusalOf = (error: unknown): TonRefusal => {
  if (error instanceof UserRejectsError) return new TonRefusal(chainMessages.transactionCanceled);
  const message = error instanceof TonConnectError ? error.message.replace(/^\[TON_CONNECT_SDK_ERROR\]\s*/, "") : "";
  return new TonRefusal(message || chainMessages.transactionFailed);
};

/** In IndexedDB, because a 401 clears localStorage; separate for each user. */
const storageOf = (owner: string): IStorage => {
  const store = createStore("freehold-ton-connect", "connections");
  const name = (key: string): string => `${owner}/${key}`;
  return {
    getItem: async (key) => (await get<string>(name(key), store)) ?? null,
    setItem: (key, value) => set(name(key), value, store),
    removeItem: (key) => del(name(key), store),
  };
};
