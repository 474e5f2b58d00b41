import { useEffect, useState, useSyncExternalStore } from "react";
import { config, configReady } from "../../../api/config.ts";
import { openWalletDirectory, type Wallet } from "../../../chains/wallets/discover.ts";
import { browserEffects } from "./browser-effects.ts";
import type { SessionState } from "./machine.ts";
import { createSession, type Session, type SessionEffects } from "./session.ts";

export interface SessionView {
  readonly session: Session;
  readonly state: SessionState;
  /** Undefined until this browser's wallets are known. */
  readonly wallets: readonly Wallet[] | undefined;
}

/** A sign-in on this screen, with other effects if given; `onDone` runs once it is done. */
export const useSession = (onDone: () => void, effects: SessionEffects = browserEffects): SessionView => {
  const [session] = useState(() => createSession(effects));
  const state = useSyncExternalStore(session.subscribe, session.get);
  const wallets = useWallets();
  // Leaving the screen cancels the attempt: a late signature signs nobody in.
  useEffect(() => {
    session.open();
    return session.close;
  }, [session]);
  useEffect(() => {
    if (state.name === "done") onDone();
    // Runs on the change to done only, regardless of the caller's current function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state.name]);
  return { session, state, wallets };
};

const useWallets = (): readonly Wallet[] | undefined => {
  const [wallets, setWallets] = useState<readonly Wallet[]>();
  useEffect(() => {
    let close = () => undefined as void;
    let left = false;
    void configReady().then(() => {
      if (left) return;
      const directory = openWalletDirectory({ offerDevWallet: config.get().features.devWallet });
      const show = () => setWallets(directory.wallets());
      directory.subscribe(show);
      show();
      close = directory.close;
    });
    return () => {
      left = true;
      close();
    };
  }, []);
  return wallets;
};
