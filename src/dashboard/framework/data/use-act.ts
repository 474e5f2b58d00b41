import { useState } from "react";
import type { CallInput, Reply, Send } from "../../../../resources/declare/call-input.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast/toast.ts";
import { useSend } from "./call-context.ts";
import { isHandledElsewhere } from "./handled-errors.ts";

interface WorkOptions<R> {
  /** Toast after it succeeded. */
  readonly done?: string;
  /** The work counts as running until this resolves. */
  readonly onDone?: (result: R) => Promise<unknown> | void;
  /** Handles the error instead of the alert; returns true if it was shown. */
  readonly onError?: (error: Error) => boolean | Promise<boolean>;
  /** Returns the error's message as `problem`, for the screen to show, instead of the alert. */
  readonly inline?: boolean;
}

/**
 * Does work on a user's action: busy state, success toast, error alert. `act` resolves to the result, or to undefined after the error was
 * shown; `running` is the input meanwhile, by which a list marks its row. `problem` stays until the next run, or until `dismiss`.
 */
export const useWork = <R, I = void>(
  work: (input: I) => Promise<R>,
  { done, onDone, onError, inline = false }: WorkOptions<R> = {},
) => {
  const [running, setRunning] = useState<readonly [I]>();
  const [problem, setProblem] = useState<string>();
  const act = async (input: I): Promise<R | undefined> => {
    setRunning([input]);
    setProblem(undefined);
    try {
      const result = await work(input);
      if (done) toast(done);
      await onDone?.(result);
      return result;
    } catch (error) {
      const { message } = error as Error;
      if ((await onError?.(error as Error)) || isHandledElsewhere(error)) return undefined;
      if (inline) setProblem(message);
      else await dialogs.alert({ text: message });
      return undefined;
    } finally {
      setRunning(undefined);
    }
  };
  const dismiss = () => setProblem(undefined);
  return { act, acting: running !== undefined, running: running?.[0], problem, dismiss };
};

interface ActOptions<C extends CallSpec> extends WorkOptions<Reply<C>> {
  /** Changes how the call is sent. */
  readonly by?: (send: Send) => Send;
}

/** Sends a changing call on a user's action, as `useWork`. */
export const useAct = <C extends CallSpec>(spec: C, { by = (send) => send, ...options }: ActOptions<C> = {}) => {
  const send = by(useSend());
  return useWork((input: CallInput<C> | void) => send(spec, input ?? {}), options);
};
