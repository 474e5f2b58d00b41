import type { Realtime } from "../engines/realtime/realtime.ts";

/** What is remembered for a short while of who may do what, and the way to forget it in every process at once. */
export interface Callers {
  /** `forget` clears what a service remembers. */
  onForget(forget: () => void): void;
  /** After a membership, a session or a token has changed and that is committed. */
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
