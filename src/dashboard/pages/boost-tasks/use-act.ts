import { useState } from "react";
import { meaningOf } from "../../../../resources/error-meaning.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";

export interface Acting {
  /** Which of them is under way. */
  readonly busy: string | undefined;
  /** Whether the last one was refused for want of LAND. */
  readonly isShort: boolean;
  /** Does something, one at a time; what goes wrong is said in a toast. */
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
      boostToast("error", problemOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, isShort, act: (name, what) => void (busy === undefined && act(name, what)) };
};
