import type { Realtime } from "../engines/realtime/realtime.ts";

/** Short-lived caches of permissions, and their invalidation in all processes. */
export type Callers = ReturnType<typeof createCallers>;

const signalName = "forgetCallers";

export const createCallers = (realtime: Pick<Realtime, "signal" | "onSignal">) => {
  const listeners: (() => void)[] = [];
  const forgetHere = (): void => listeners.forEach((forget) => forget());
  realtime.onSignal(signalName, forgetHere);
  return {
    /** `forget` clears a service's cache. */
    onForget: (forget: () => void): void => void listeners.push(forget),
    /** Call after a committed change of a membership, session or token. */
    forget: (): void => {
      forgetHere();
      realtime.signal(signalName);
    },
  };
};
