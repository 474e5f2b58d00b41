import { useCallback, useEffect, useReducer, useRef } from "react";
import type { CallInput } from "../../../../../resources/declare/call-input.ts";
import { askAiModel, type PlaygroundEvent } from "../../../../../resources/ai/playground-calls.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { receive } from "../../../api/receive.ts";
import {
  interrupted,
  messagesOf,
  next,
  emptyConversation,
  type Conversation,
  type Problem,
  type Step,
  type Turn,
} from "./conversation.ts";

type Body = Exclude<CallInput<typeof askAiModel>["body"], Blob | FormData | undefined>;

export interface ModelSettings extends Omit<Body, "messages"> {
  readonly system: string;
}

export interface ModelConversation {
  readonly conversation: Conversation;
  readonly ask: (question: string, settings: ModelSettings) => void;
  /** Retries the last question. */
  readonly again: (settings: ModelSettings) => void;
  readonly stop: () => void;
  /** Removes the last turn, so that it can be edited. */
  readonly takeBack: () => void;
  readonly clear: () => void;
  readonly restore: (turns: readonly Turn[]) => void;
}

/** Runs a conversation with a model in the signed-in user's session. Leaving the screen aborts it. */
export const useConversation = (): ModelConversation => {
  const [conversation, dispatch] = useReducer(next, emptyConversation);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const run = async ({ system, ...settings }: ModelSettings, turns: readonly Turn[]): Promise<void> => {
    const ending = new AbortController();
    current.current = ending;
    const onEvent = perFrame((events) => dispatch({ type: "received", events }));
    try {
      const body = { ...settings, messages: messagesOf(turns, system) };
      for await (const event of receive(askAiModel, { body, signal: ending.signal })) onEvent.put(event);
      onEvent.flush();
      dispatch({ type: "ended" });
    } catch (error) {
      onEvent.flush();
      dispatch(ending.signal.aborted ? { type: "stopped" } : { type: "failed", problem: problemOf(error as Error) });
    }
  };
  /** Applies a step and sends the resulting turns. */
  const start = (step: Step, settings: ModelSettings): void => {
    dispatch(step);
    void run(settings, next(conversation, step).turns);
  };
  return {
    conversation,
    ask: (question, settings) => start({ type: "asked", question }, settings),
    again: (settings) => start({ type: "asked-again" }, settings),
    stop: () => current.current?.abort(),
    takeBack: () => dispatch({ type: "taken-back" }),
    clear: () => {
      current.current?.abort();
      dispatch({ type: "cleared" });
    },
    restore: useCallback((turns) => dispatch({ type: "restored", turns }), []),
  };
};

/** Batches events by frame: a fast model sends more words per second than a screen can show. */
const perFrame = (deliver: (events: readonly PlaygroundEvent[]) => void) => {
  let events: PlaygroundEvent[] = [];
  let frame = 0;
  const flush = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (events.length === 0) return;
    deliver(events);
    events = [];
  };
  return {
    put: (event: PlaygroundEvent): void => {
      events.push(event);
      frame ||= requestAnimationFrame(flush);
    },
    flush,
  };
};

const problemOf = (error: Error): Problem => {
  if (error instanceof NetworkError) return interrupted;
  const { statusCode, code, errors } =
    error instanceof ApiError ? error : { statusCode: 0, code: "", errors: undefined };
  const [field] = Object.values(errors ?? {});
  return { kind: "problem", status: statusCode, code: String(code), limit: null, message: field?.[0] ?? error.message };
};
