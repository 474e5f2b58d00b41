/** The wallet of the last sign-in, in IndexedDB: it is needed most right after a session has ended. */
import { createStore, get, set } from "idb-keyval";

const store = createStore("freehold-session", "wallets");

export const rememberWallet = (key: string): Promise<void> => set("last", key, store);
export const lastWallet = (): Promise<string | undefined> => get<string>("last", store);
