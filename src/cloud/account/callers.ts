import type { Realtime } from "../engines/realtime/realtime.ts";

/** Short-lived caches of permissions, and their invalidation in all processes. */
export interface Callers {
  /** `forget` clears a service's cache. */
  onForget(forget: () => void): void;
  /** Call after a committed change of a membership, session or token. */
  forget(): void;
}

const signalName = "forgetCallers";

export const createCallers = (realtime: Pick<Realtime, "signal" | "onSignal">): Callers => {
  const listeners: (() => void)[] = [];
  const forgetHere = (): void => listeners.forEach((forget) => forget());
  realtime.onSignal(signalName, forgetHere);
  return {
    onForget: (forget) => void listeners.push(forget),
    forget: () => {
      forgetHere();
      realtime.signal(signalName);
    },
  };
};
