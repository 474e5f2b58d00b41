/** The user's TON wallet in the messaging app: connected by TON Connect, stored per user. */
import { config, configReady } from "../../api/config.ts";
import type { TonConnector, TonWalletChoice } from "../../chains/ton/connector.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { createStore } from "../../lib/store.ts";

export type WalletView =
  | { readonly name: "none" }
  | { readonly name: "choosing"; readonly choices: readonly TonWalletChoice[]; readonly link?: string }
  | { readonly name: "connected"; readonly address: string };

export interface MiniWallet {
  get(): WalletView;
  subscribe(listener: () => void): () => void;
  /** Connects to the wallet of the last visit. */
  restore(): Promise<void>;
  /** Shows the choice; resolves to whether a wallet was connected. Throws TonRefusal. */
  promptWallet(): Promise<boolean>;
  choose(key: string): void;
  leave(): void;
  disconnect(): Promise<void>;
  connector(): Promise<TonConnector>;
}

/** `owner`: the messaging user's id. */
export const createMiniWallet = (owner: string): MiniWallet => {
  const store = createStore<WalletView>({ name: "none" });
  let opening: Promise<TonConnector> | undefined;
  let answer: ((result: Promise<boolean>) => void) | undefined;
  let abort = new AbortController();

  const open = async (): Promise<TonConnector> => {
    await configReady();
    if (config.get().features.toncoin === "own")
      await loadChunk(() => import("../../chains/ton/dev/dev-wallet.ts")).then((it) => it.injectDevTonWallet(owner));
    const { openTonConnector } = await loadChunk(() => import("../../chains/ton/connector.ts"));
    return openTonConnector(owner);
  };
  const connector = (): Promise<TonConnector> => (opening ??= open());
  const settle = (result: Promise<boolean>): void => {
    answer?.(result);
    answer = undefined;
  };

  const connect = async (key: string): Promise<boolean> => {
    abort = new AbortController();
    const ton = await connector();
    const onLink = (link: string): void => {
      const view = store.get();
      if (view.name === "choosing") store.set({ ...view, link });
    };
    try {
      store.set({ name: "connected", address: await ton.connect(key, onLink, abort.signal) });
      return true;
    } catch (error) {
      store.set({ name: "none" });
      throw error;
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    connector,
    restore: async () => {
      const ton = await connector();
      await ton.restore();
      const address = ton.address();
      if (address !== undefined) store.set({ name: "connected", address });
    },
    promptWallet: async () => {
      const choices = await (await connector()).choices();
      return new Promise<boolean>((resolve) => {
        answer = resolve;
        store.set({ name: "choosing", choices });
      });
    },
    choose: (key) => settle(connect(key)),
    leave: () => {
      abort.abort();
      store.set({ name: "none" });
      settle(Promise.resolve(false));
    },
    disconnect: async () => {
      await (await connector()).disconnect();
      store.set({ name: "none" });
    },
  };
};
