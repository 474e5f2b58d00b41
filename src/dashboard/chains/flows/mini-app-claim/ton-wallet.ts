/** The user's TON wallet in the messaging app. */
import { config, configReady } from "../../../api/config.ts";
import { hasConnection } from "../../ton/connections.ts";
import type { TonWallet } from "../../ton/ton-wallet.ts";
import { loadChunk } from "../../../lib/async/load-chunk.ts";
import { createStore } from "../../../lib/store.ts";

/** Undefined until a wallet is asked for, or reconnected. */
export const tonWallet = createStore<TonWallet | undefined>(undefined);
let loading: Promise<TonWallet> | undefined;

/** `owner`: the messaging user's id, by which connections are stored. */
export const loadTonWallet = (owner: string): Promise<TonWallet> =>
  (loading ??= load(owner).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Reconnects the wallet of the last visit. */
export const restoreTonWallet = async (owner: string): Promise<void> => {
  if (await hasConnection(owner)) await loadTonWallet(owner);
};

const load = async (owner: string): Promise<TonWallet> => {
  await configReady();
  if (config.get().features.toncoin === "own")
    await loadChunk(() => import("../../ton/dev/dev-wallet.ts")).then((it) => it.injectDevTonWallet(owner));
  const { openTonWallet } = await loadChunk(() => import("../../ton/ton-wallet.ts"));
  const wallet = openTonWallet(owner);
  tonWallet.set(wallet);
  return wallet;
};
