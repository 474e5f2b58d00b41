/** The environment of Boost: a browser, or the messaging app, which sets this before the first render. */
import { useSyncExternalStore } from "react";
import { createStore } from "../../../lib/store.ts";

export interface BoostHost {
  /** The messaging app signs users in: there is no log out, and help is a menu entry. */
  readonly isMiniApp: boolean;
  /** Gives haptic feedback, if the host supports it. */
  readonly feel: (kind: "success" | "error" | "press") => void;
  /** The messaging user's id, by which a wallet is stored; "" in a browser. */
  readonly userId: string;
  /** Opens an invoice in the messaging app; resolves to its status once closed. */
  readonly openInvoice: (link: string) => Promise<"paid" | "cancelled" | "failed" | "pending">;
}

export const boostHost = createStore<BoostHost>({
  isMiniApp: false,
  feel: () => undefined,
  userId: "",
  openInvoice: async () => "failed",
});
export const useBoostHost = (): BoostHost => useSyncExternalStore(boostHost.subscribe, boostHost.get);
