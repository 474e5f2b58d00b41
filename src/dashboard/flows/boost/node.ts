/** The caller's node as this page knows it, for all parts of Boost. */
import { useSyncExternalStore } from "react";
import { node, type NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { sendBoost } from "../../api/boost/client.ts";
import { nodeToken } from "../../api/boost/node-token.ts";
import { session } from "../../api/session/session.ts";
import { createStore } from "../../lib/store.ts";

export type NodeState =
  | { readonly name: "out" }
  | { readonly name: "loading" }
  | { readonly name: "failed"; readonly error: Error }
  | { readonly name: "in"; readonly info: NodeInfo };

const isOut = (): boolean => session.get().token === undefined && nodeToken.get() === undefined;

const store = createStore<NodeState>(isOut() ? { name: "out" } : { name: "loading" });

export const getNode = store.get;
export const useNode = (): NodeState => useSyncExternalStore(store.subscribe, store.get);

/** The cloud's clock in ms when this page's own, which nobody can set, was at 0; the answer's way is not counted, so it is never ahead. */
let cloudZeroMs = Date.now() - performance.now();

/** The cloud's time in ms, as far as its answers have told. */
export const cloudNowMs = (): number => cloudZeroMs + performance.now();
/** The same in whole seconds. */
export const cloudNow = (): number => Math.floor(cloudNowMs() / 1000);

/** Shows what a call has told of the node. */
export const keepNode = (info: NodeInfo): void => {
  cloudZeroMs = info.at * 1000 - performance.now();
  store.set({ name: "in", info });
};

/** Asks for the node again, joining at the first time; who is signed out stays out. Never throws. */
export const loadNode = async (): Promise<void> => {
  if (isOut()) return store.set({ name: "out" });
  if (store.get().name !== "in") store.set({ name: "loading" });
  try {
    keepNode(await sendBoost(node));
  } catch (error) {
    if (isOut()) store.set({ name: "out" });
    else if (store.get().name !== "in") store.set({ name: "failed", error: error as Error });
  }
};

/** The client of Boost's calls, for screens. */
export { sendBoost } from "../../api/boost/client.ts";
