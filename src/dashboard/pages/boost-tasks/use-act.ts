import { useState } from "react";
import { meaningOf } from "../../../../resources/error-meaning.ts";
import { toastProblem } from "../../flows/boost/boost-toast.ts";

export interface Acting {
  /** Name of the running action. */
  readonly busy: string | undefined;
  /** Whether the last action failed for insufficient LAND. */
  readonly isShort: boolean;
  /** Runs one action at a time; errors appear as a toast. */
  readonly act: (name: string, action: () => Promise<void>) => void;
}

/** Runs actions of buttons. Tracks the running one and reports errors. */
export const useAct = (): Acting => {
  const [busy, setBusy] = useState<string>();
  const [isShort, setShort] = useState(false);
  const act = async (name: string, action: () => Promise<void>): Promise<void> => {
    setBusy(name);
    setShort(false);
    try {
      await action();
    } catch (error) {
      setShort(meaningOf(error as { code?: string | number }) === "insufficient");
      toastProblem(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, isShort, act: (name, action) => void (busy === undefined && act(name, action)) };
};
