import type { IStorage } from "@tonconnect/ui-react";
import { createStore, del, get, set } from "idb-keyval";

/** TON Connect's storage of a user: in IndexedDB, because a 401 clears localStorage. */
export const connectionsOf = (owner: string): IStorage => {
  const store = createStore("freehold-ton-connect", "connections");
  const name = (key: string): string => `${owner}/${key}`;
  return {
    getItem: async (key) => (await get<string>(name(key), store)) ?? null,
    setItem: (key, value) => set(name(key), value, store),
    removeItem: (key) => del(name(key), store),
  };
};

/** Returns whether the user's wallet of the last visit can be reconnected. */
export const hasConnection = async (owner: string): Promise<boolean> =>
  (await connectionsOf(owner).getItem("ton-connect-storage_bridge-connection")) !== null;
