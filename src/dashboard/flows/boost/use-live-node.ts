import { useEffect, useSyncExternalStore } from "react";
import { session } from "../../api/session/session.ts";
import { loadNode, useNode, type NodeState } from "./node.ts";

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
