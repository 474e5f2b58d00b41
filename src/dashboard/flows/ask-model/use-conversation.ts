import { useCallback, useEffect, useReducer, useRef } from "react";
import type { CallInput } from "../../../../resources/call-input.ts";
import { askAiModel, type PlaygroundEvent } from "../../../../resources/ai-rpc/playground-calls.ts";
import { ApiError, NetworkError } from "../../api/errors.ts";
import { receive } from "../../api/receive.ts";
import {
  brokeOff,
  messagesOf,
  next,
  noConversation,
  type Conversation,
  type Problem,
  type Step,
  type Turn,
} from "./conversation.ts";

type Body = Exclude<CallInput<typeof askAiModel>["body"], Blob | FormData | undefined>;

export interface Wish extends Omit<Body, "messages"> {
  readonly system: string;
}

export interface Asking {
  readonly conversation: Conversation;
  readonly ask: (question: string, wish: Wish) => void;
  /** Retries the last question. */
  readonly again: (wish: Wish) => void;
  readonly stop: () => void;
  /** Removes the last turn, so that it can be edited. */
  readonly takeBack: () => void;
  readonly clear: () => void;
  readonly restore: (turns: readonly Turn[]) => void;
}

/** Runs a conversation with a model in the signed-in user's session. Leaving the screen aborts it. */
export const useConversation = (): Asking => {
  const [conversation, dispatch] = useReducer(next, noConversation);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const run = async ({ system, ...wish }: Wish, turns: readonly Turn[]): Promise<void> => {
    const ending = new AbortController();
    current.current = ending;
    const told = perFrame((events) => dispatch({ type: "told", events }));
    try {
      const body = { ...wish, messages: messagesOf(turns, system) };
      for await (const event of receive(askAiModel, { body, signal: ending.signal })) told.put(event);
      told.flush();
      dispatch({ type: "ended" });
    } catch (error) {
      told.flush();
      dispatch(ending.signal.aborted ? { type: "stopped" } : { type: "failed", problem: problemOf(error as Error) });
    }
  };
  /** Applies a step and sends the resulting turns. */
  const begin = (step: Step, wish: Wish): void => {
    dispatch(step);
    void run(wish, next(conversation, step).turns);
  };
  return {
    conversation,
    ask: (question, wish) => begin({ type: "asked", question }, wish),
    again: (wish) => begin({ type: "asked-again" }, wish),
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
const perFrame = (tell: (events: readonly PlaygroundEvent[]) => void) => {
  let events: PlaygroundEvent[] = [];
  let frame = 0;
  const flush = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (events.length === 0) return;
    tell(events);
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
  if (error instanceof NetworkError) return brokeOff;
  const { statusCode, code, errors } =
    error instanceof ApiError ? error : { statusCode: 0, code: "", errors: undefined };
  const [field] = Object.values(errors ?? {});
  return { kind: "problem", status: statusCode, code: String(code), limit: null, message: field?.[0] ?? error.message };
};
