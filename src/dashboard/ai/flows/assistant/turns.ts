/** A conversation with the assistant as plain data. */
import {
  questionMax,
  turnAnswerMax,
  turnsMax,
  type AnswerPart,
  type Citation,
} from "../../../../../resources/ai/assistant.ts";

export interface Turn {
  readonly id: string;
  readonly question: string;
  /** Markdown received so far. */
  readonly text: string;
  readonly state: "asking" | "answered" | "stopped" | "failed";
  readonly citations: readonly Citation[];
  /** Whether the documentation has an answer. */
  readonly found: boolean;
  /** Whether the text is quoted from the documentation. */
  readonly quotes: boolean;
  /** The model that wrote it, if one did. */
  readonly model?: string | undefined;
  /** Error message, if there is no answer. */
  readonly problem?: string;
}

/** Maximum number of stored turns; the oldest are dropped. */
const storedTurnsMax = 50;

export const withQuestion = (turns: readonly Turn[], id: string, question: string): readonly Turn[] => [
  ...turns.slice(1 - storedTurnsMax),
  {
    id,
    question: question.trim().slice(0, questionMax),
    text: "",
    state: "asking",
    citations: [],
    found: false,
    quotes: false,
  },
];

export const withPart = (turns: readonly Turn[], id: string, part: AnswerPart): readonly Turn[] =>
  changed(turns, id, (turn) =>
    part.type === "text"
      ? { text: turn.text + part.text, citations: part.citations ?? turn.citations }
      : { state: "answered", citations: part.citations, found: part.found, quotes: part.quotes, model: part.model },
  );

/** Stops an answer and keeps its text; without a final event it is marked as stopped. */
export const stopped = (turns: readonly Turn[], id: string): readonly Turn[] =>
  changed(turns, id, () => ({ state: "stopped" }));

export const failed = (turns: readonly Turn[], id: string, problem: string): readonly Turn[] =>
  changed(turns, id, () => ({ state: "failed", problem }));

export const without = (turns: readonly Turn[], id: string): readonly Turn[] => turns.filter((turn) => turn.id !== id);

/** Restores stored turns; an answer interrupted by leaving the page is stopped. */
export const settledTurns = (turns: readonly Turn[]): readonly Turn[] =>
  turns.map((turn) => (turn.state === "asking" ? { ...turn, state: "stopped" } : turn));

/** Returns the history to send with the next question. */
export const history = (turns: readonly Turn[]): { question: string; answer: string }[] =>
  turns
    .filter(({ state, text }) => state === "answered" && text.trim() !== "")
    .slice(-turnsMax)
    .map(({ question, text }) => ({ question, answer: text.slice(0, turnAnswerMax) }));

const changed = (turns: readonly Turn[], id: string, change: (turn: Turn) => Partial<Turn>): readonly Turn[] =>
  turns.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn));
