import { useState } from "react";
import { meaningOf } from "../../../../resources/error-meaning.ts";
import { toastProblem } from "../../flows/boost/boost-toast.ts";

export interface Acting {
  /** Which of them is under way. */
  readonly busy: string | undefined;
  /** Whether the last action failed for insufficient LAND. */
  readonly isShort: boolean;
  /** Runs one action at a time; errors appear as a toast. */
  readonly act: (name: string, what: () => Promise<void>) => void;
}

/** Acts on a press: shows which is busy, and says why it failed. */
export const useAct = (): Acting => {
  const [busy, setBusy] = useState<string>();
  const [isShort, setShort] = useState(false);
  const act = async (name: string, what: () => Promise<void>): Promise<void> => {
    setBusy(name);
    setShort(false);
    try {
      await what();
    } catch (error) {
      setShort(meaningOf(error as { code?: string | number }) === "insufficient");
      toastProblem(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, isShort, act: (name, what) => void (busy === undefined && act(name, what)) };
};
