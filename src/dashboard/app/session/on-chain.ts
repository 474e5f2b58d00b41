/** Whether the account is activated, as the server said last: true is kept in this browser, for it hardly ever changes. */
import { session } from "../../api/session/session.ts";
import { createStore } from "../../lib/store.ts";

const storageKey = "onChain";

/** undefined: not known. */
const asked = createStore<boolean | undefined>(undefined);

const isKept = (): boolean => {
  const uid = session.get().user?.uid;
  return uid !== undefined && localStorage.getItem(storageKey) === uid;
};

export const onChain = {
  get: (): boolean | undefined => (isKept() ? true : asked.get()),
  subscribe: asked.subscribe,
  set: (handled: boolean): void => {
    const uid = session.get().user?.uid;
    if (handled && uid !== undefined) localStorage.setItem(storageKey, uid);
    else localStorage.removeItem(storageKey);
    asked.set(handled);
  },
};
