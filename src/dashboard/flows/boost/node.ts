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
  /** `aheadMs`: how far the server's clock is ahead of this one. */
  | { readonly name: "in"; readonly info: NodeInfo; readonly aheadMs: number };

const isOut = (): boolean => session.get().token === undefined && nodeToken.get() === undefined;

const store = createStore<NodeState>(isOut() ? { name: "out" } : { name: "loading" });

export const getNode = store.get;
export const useNode = (): NodeState => useSyncExternalStore(store.subscribe, store.get);

/** Shows what a call has told of the node. */
export const keepNode = (info: NodeInfo): void => store.set({ name: "in", info, aheadMs: info.at * 1000 - Date.now() });

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
