import type { Realtime } from "../engines/realtime/realtime.ts";
import { everywhere } from "../kernel/events.ts";

/** Short-lived caches of permissions, and their invalidation in all processes. */
export type Callers = ReturnType<typeof createCallers>;

export const createCallers = (realtime: Pick<Realtime, "signal" | "onSignal">) => {
  const listeners: (() => void)[] = [];
  const forget = everywhere(realtime, "forgetCallers", () => listeners.forEach((forgetHere) => forgetHere()));
  return {
    /** `forget` clears a service's cache. */
    onForget: (forget: () => void): void => void listeners.push(forget),
    /** Call after a committed change of a membership, session or token. */
    forget: (): void => forget(),
  };
};
