/** The caller's node, shared by all parts of Boost. */
import { useEffect, useSyncExternalStore } from "react";
import { node, type NodeInfo } from "../../../../../resources/boost/nodes/node-calls.ts";
import { send } from "../../../api/client.ts";
import { nodeToken } from "../../../api/session/node-token.ts";
import { session } from "../../../api/session/session.ts";
import { createStore } from "../../../lib/store.ts";

export type NodeState =
  | { readonly name: "out" }
  | { readonly name: "loading" }
  | { readonly name: "failed"; readonly error: Error }
  | { readonly name: "in"; readonly info: NodeInfo };

const isOut = (): boolean => session.get().token === undefined && nodeToken.get() === undefined;

const store = createStore<NodeState>(isOut() ? { name: "out" } : { name: "loading" });

export const getNode = store.get;
export const useNode = (): NodeState => useSyncExternalStore(store.subscribe, store.get);

/** The server's clock in ms when this page's monotonic clock was at 0; ignores network latency, so it is never ahead. */
let cloudZeroMs = Date.now() - performance.now();

/** Returns the server's estimated time in ms. */
export const cloudNowMs = (): number => cloudZeroMs + performance.now();
/** Returns the server's estimated time in whole seconds. */
export const serverNow = (): number => Math.floor(cloudNowMs() / 1000);

/** Applies node data from a response. */
export const applyNode = (info: NodeInfo): void => {
  cloudZeroMs = info.at * 1000 - performance.now();
  store.set({ name: "in", info });
};

/** Reloads the node, joining on the first call; does nothing when signed out. Never throws. */
export const loadNode = async (): Promise<void> => {
  if (isOut()) return store.set({ name: "out" });
  if (store.get().name !== "in") store.set({ name: "loading" });
  try {
    applyNode(await send(node, { silent: store.get().name === "in" }));
  } catch (error) {
    if (isOut()) store.set({ name: "out" });
    else if (store.get().name !== "in") store.set({ name: "failed", error: error as Error });
  }
};

const pollMs = 60_000;

/**
 * Returns the node, loaded on the first view, after sign-in, when the page becomes visible, and periodically, because
 * others may explore it.
 */
export const useLiveNode = (): NodeState => {
  const signedIn = useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
  useEffect(() => {
    const again = () => void loadNode();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);
  useEffect(() => {
    void loadNode();
    if (!signedIn) return undefined;
    const inView = () => {
      if (!document.hidden) void loadNode();
    };
    const timer = setInterval(inView, pollMs);
    document.addEventListener("visibilitychange", inView);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", inView);
    };
  }, [signedIn]);
  return useNode();
};
