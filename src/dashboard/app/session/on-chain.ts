/**
 * Whether the account is activated, by the server's last response: `true` is stored in this browser, since it rarely
 * changes.
 */
import { session } from "../../api/session/session.ts";
import { createStore } from "../../lib/store.ts";

const storageKey = "onChain";

/** undefined: unknown. */
const response = createStore<boolean | undefined>(undefined);

const isStored = (): boolean => {
  const uid = session.get().user?.uid;
  return uid !== undefined && localStorage.getItem(storageKey) === uid;
};

export const onChain = {
  get: (): boolean | undefined => (isStored() ? true : response.get()),
  subscribe: response.subscribe,
  set: (handled: boolean): void => {
    const uid = session.get().user?.uid;
    if (handled && uid !== undefined) localStorage.setItem(storageKey, uid);
    else localStorage.removeItem(storageKey);
    response.set(handled);
  },
};
