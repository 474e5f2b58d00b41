/** A conversation with a model: questions, responses and errors. Pure; see use-conversation.ts. */
import type { PlaygroundEvent, PlaygroundMessage } from "../../../../../resources/ai/playground-calls.ts";

export type Usage = Extract<PlaygroundEvent, { kind: "done" }>;
export type Problem = Extract<PlaygroundEvent, { kind: "problem" }>;

export interface Answer {
  readonly text: string;
  /** The model's reasoning. */
  readonly thought: string;
  readonly usage?: Usage;
  readonly problem?: Problem;
  /** The user stopped it. */
  readonly isStopped?: true;
}

export interface Turn {
  readonly question: string;
  readonly answer: Answer;
}

export interface Conversation {
  readonly turns: readonly Turn[];
  /** The last question is being answered. */
  readonly isAsking: boolean;
}

export type Step =
  | { readonly type: "asked"; readonly question: string }
  /** Retries the last question. */
  | { readonly type: "asked-again" }
  | { readonly type: "received"; readonly events: readonly PlaygroundEvent[] }
  /** The call itself was refused or interrupted. */
  | { readonly type: "failed"; readonly problem: Problem }
  | { readonly type: "stopped" }
  /** The stream has ended. */
  | { readonly type: "ended" }
  /** Removes the last turn. */
  | { readonly type: "taken-back" }
  | { readonly type: "cleared" }
  | { readonly type: "restored"; readonly turns: readonly Turn[] };

export const emptyAnswer: Answer = { text: "", thought: "" };
export const emptyConversation: Conversation = { turns: [], isAsking: false };

export const next = (before: Conversation, step: Step): Conversation => {
  const { turns } = before;
  switch (step.type) {
    case "asked":
      return { turns: [...turns, { question: step.question, answer: emptyAnswer }], isAsking: true };
    case "asked-again":
      return { turns: withAnswer(turns, () => emptyAnswer), isAsking: turns.length > 0 };
    case "received":
      return { ...before, turns: withAnswer(turns, (answer) => step.events.reduce(applyEvent, answer)) };
    case "failed":
      return { turns: withAnswer(turns, (answer) => ({ ...answer, problem: step.problem })), isAsking: false };
    case "stopped":
      return { turns: withAnswer(turns, (answer) => ({ ...answer, isStopped: true })), isAsking: false };
    case "ended":
      return { turns: withAnswer(turns, ended), isAsking: false };
    case "taken-back":
      return { turns: turns.slice(0, -1), isAsking: false };
    case "cleared":
      return emptyConversation;
    case "restored":
      return turns.length === 0 ? { turns: step.turns, isAsking: false } : before;
  }
};

/** Returns the messages to send: all answered turns, and the last question. */
export const messagesOf = (turns: readonly Turn[], system: string): PlaygroundMessage[] => {
  const last = turns.at(-1);
  const answered = turns.slice(0, -1).filter(({ answer }) => answer.text !== "");
  return [
    ...(system.trim() === "" ? [] : [{ role: "system" as const, content: system }]),
    ...answered.flatMap(({ question, answer }): PlaygroundMessage[] => [
      { role: "user", content: question },
      { role: "assistant", content: answer.text },
    ]),
    ...(last ? [{ role: "user" as const, content: last.question }] : []),
  ];
};

export const interrupted: Problem = {
  kind: "problem",
  status: 0,
  code: "broke_off",
  limit: null,
  message: "The connection was lost before the answer was complete. Your message is kept. Try again.",
};

const withAnswer = (turns: readonly Turn[], change: (answer: Answer) => Answer): readonly Turn[] =>
  turns.map((turn, index) => (index === turns.length - 1 ? { ...turn, answer: change(turn.answer) } : turn));

const applyEvent = (answer: Answer, event: PlaygroundEvent): Answer => {
  switch (event.kind) {
    case "text":
      return { ...answer, text: answer.text + event.text };
    case "thought":
      return { ...answer, thought: answer.thought + event.text };
    case "done":
      return { ...answer, usage: event };
    case "problem":
      return { ...answer, problem: event };
  }
};

/** Ends a response; a stream without a final event counts as broken. */
const ended = (answer: Answer): Answer =>
  answer.usage || answer.problem ? answer : { ...answer, problem: interrupted };
