/** What Boost runs in: a browser of one's own, or the messaging app, which sets this before the first page is drawn. */
import { useSyncExternalStore } from "react";
import { createStore } from "../../lib/store.ts";

export interface BoostHost {
  /** In the messaging app one is signed in by it: there is no logging out, and help is a menu entry. */
  readonly isMiniApp: boolean;
  /** What a finger feels, where the host can do that. */
  readonly feel: (what: "success" | "error" | "press") => void;
  /** The messaging user's id, under whom a wallet is kept; "" in a browser. */
  readonly userId: string;
  /** Opens an invoice in the messaging app; resolves to what it says once that is closed. */
  readonly openInvoice: (link: string) => Promise<"paid" | "cancelled" | "failed" | "pending">;
}

export const boostHost = createStore<BoostHost>({
  isMiniApp: false,
  feel: () => undefined,
  userId: "",
  openInvoice: async () => "failed",
});
export const useBoostHost = (): BoostHost => useSyncExternalStore(boostHost.subscribe, boostHost.get);
