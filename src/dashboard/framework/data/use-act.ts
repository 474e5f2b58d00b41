import { useState } from "react";
import type { CallInput, Reply, Send } from "../../../../resources/call-input.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import { useSend } from "./call-context.ts";
import { isHandledElsewhere } from "./handled-errors.ts";

interface ActOptions<C extends CallSpec> {
  /** Toast after it succeeded. */
  readonly done?: string;
  readonly onDone?: (reply: Reply<C>) => void;
  /** Handles the error instead of the alert; returns true if it was shown. */
  readonly onError?: (error: Error) => boolean;
  /** Changes how the call is sent. */
  readonly by?: (send: Send) => Send;
}

interface Act<C extends CallSpec> {
  /** Resolves to the reply, or to undefined after the error was shown. */
  readonly act: (input?: CallInput<C>) => Promise<Reply<C> | undefined>;
  readonly acting: boolean;
}

/** Sends a changing call on a user's action: busy state, success toast, error alert. */
export const useAct = <C extends CallSpec>(
  spec: C,
  { done, onDone, onError, by = (send) => send }: ActOptions<C> = {},
): Act<C> => {
  const send = by(useSend());
  const [acting, setActing] = useState(false);
  const act: Act<C>["act"] = async (input) => {
    setActing(true);
    try {
      const reply = await send(spec, input);
      if (done) toast(done);
      onDone?.(reply);
      return reply;
    } catch (error) {
      if (!onError?.(error as Error) && !isHandledElsewhere(error))
        await dialogs.alert({ text: (error as Error).message });
      return undefined;
    } finally {
      setActing(false);
    }
  };
  return { act, acting };
};
