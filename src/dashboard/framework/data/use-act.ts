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
  /** The call counts as running until this resolves. */
  readonly onDone?: (reply: Reply<C>) => Promise<void> | void;
  /** Handles the error instead of the alert; returns true if it was shown. */
  readonly onError?: (error: Error) => boolean;
  /** Changes how the call is sent. */
  readonly by?: (send: Send) => Send;
}

interface Act<C extends CallSpec> {
  /** Resolves to the reply, or to undefined after the error was shown. */
  readonly act: (input?: CallInput<C>) => Promise<Reply<C> | undefined>;
  readonly acting: boolean;
  /** Input of the running call, by which a list marks its row. */
  readonly running: CallInput<C> | undefined;
}

/** Sends a changing call on a user's action: busy state, success toast, error alert. */
export const useAct = <C extends CallSpec>(
  spec: C,
  { done, onDone, onError, by = (send) => send }: ActOptions<C> = {},
): Act<C> => {
  const send = by(useSend());
  const [running, setRunning] = useState<CallInput<C>>();
  const act: Act<C>["act"] = async (input = {}) => {
    setRunning(input);
    try {
      const reply = await send(spec, input);
      if (done) toast(done);
      await onDone?.(reply);
      return reply;
    } catch (error) {
      if (!onError?.(error as Error) && !isHandledElsewhere(error))
        await dialogs.alert({ text: (error as Error).message });
      return undefined;
    } finally {
      setRunning(undefined);
    }
  };
  return { act, acting: running !== undefined, running };
};
