/** A conversation with the assistant as plain data. */
import {
  questionMax,
  turnAnswerMax,
  turnsMax,
  type AnswerPart,
  type Citation,
} from "../../../../resources/assistant/assistant.ts";

export interface Turn {
  readonly id: string;
  readonly question: string;
  /** Markdown, as far as it has come. */
  readonly text: string;
  readonly state: "asking" | "answered" | "stopped" | "failed";
  readonly citations: readonly Citation[];
  /** Whether the documentation holds an answer. */
  readonly found: boolean;
  /** Whether the text is the documentation's own, but for a model's first sentence. */
  readonly quotes: boolean;
  /** The model that wrote it, if one did. */
  readonly model?: string | undefined;
  /** Why there is no answer, for the person. */
  readonly problem?: string;
}

/** Of which the oldest is forgotten. */
const keptMax = 50;

export const withQuestion = (turns: readonly Turn[], id: string, question: string): readonly Turn[] => [
  ...turns.slice(1 - keptMax),
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
      ? { text: turn.text + part.text }
      : { state: "answered", citations: part.citations, found: part.found, quotes: part.quotes, model: part.model },
  );

/** What came stays: an answer that is not at its end is said to be none. */
export const stopped = (turns: readonly Turn[], id: string): readonly Turn[] =>
  changed(turns, id, () => ({ state: "stopped" }));

export const failed = (turns: readonly Turn[], id: string, problem: string): readonly Turn[] =>
  changed(turns, id, () => ({ state: "failed", problem }));

export const without = (turns: readonly Turn[], id: string): readonly Turn[] => turns.filter((turn) => turn.id !== id);

/** As kept by a page that was left while an answer came. */
export const settledTurns = (turns: readonly Turn[]): readonly Turn[] =>
  turns.map((turn) => (turn.state === "asking" ? { ...turn, state: "stopped" } : turn));

/** What goes along with the next question. */
export const history = (turns: readonly Turn[]): { question: string; answer: string }[] =>
  turns
    .filter(({ state, text }) => state === "answered" && text.trim() !== "")
    .slice(-turnsMax)
    .map(({ question, text }) => ({ question, answer: text.slice(0, turnAnswerMax) }));

const changed = (turns: readonly Turn[], id: string, change: (turn: Turn) => Partial<Turn>): readonly Turn[] =>
  turns.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn));
