/**
 * Stores the built-in wallet's key: in IndexedDB, because signing out clears localStorage and the key is the user's
 * identity on this server.
 */
import { createStore, get, set, update } from "idb-keyval";
import type { ChainStore, KnownChains } from "./chain-table.ts";
import type { PrivateKey } from "./signer.ts";

export interface KeyStore {
  /** Returns the stored key, created by `create` the first time; the same for every tab. */
  key(create: () => PrivateKey): Promise<PrivateKey>;
  connected(): Promise<boolean>;
  setConnected(connected: boolean): Promise<void>;
}

export const openKeyStore = (): KeyStore => {
  const store = createStore("freehold-dev-wallet", "keys");
  return {
    key: async (create) => {
      await update<PrivateKey>("private-key", (stored) => stored ?? create(), store);
      return (await get<PrivateKey>("private-key", store))!;
    },
    connected: async () => (await get<boolean>("connected", store)) === true,
    setConnected: (connected) => set("connected", connected, store),
  };
};

/** Stores the networks added to the wallet, beside its key. */
export const openChainStore = (): ChainStore => {
  const store = createStore("freehold-dev-wallet", "keys");
  return {
    load: () => get<KnownChains>("chains", store),
    save: (networks) => set("chains", networks, store),
  };
};
