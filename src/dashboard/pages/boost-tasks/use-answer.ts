import { useState } from "react";
import { mystery, validTgBot } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode, sendBoost } from "../../flows/boost/node.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";

/** A secret word, or a code from a partner's bot. */
export type AnswerKind = "WORD" | "CODE";

const empty = { WORD: "Enter the secret word.", CODE: "Enter the code from the bot." } as const;

/** Submits the answer to a task. Calls `onRight` after the reward. */
export const useAnswer = (kind: AnswerKind, onRight?: () => void) => {
  const [input, setInput] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const attempt = async (): Promise<void> => {
    const text = input.trim();
    if (text === "") return setProblem(empty[kind]);
    setBusy(true);
    try {
      const { isRight, message } = await (kind === "WORD" ? tryWord(text) : tryCode(text));
      if (!isRight) return setProblem(message);
      boostToast("success", message);
      setInput("");
      await loadNode();
      onRight?.();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const change = (text: string) => {
    setInput(text);
    setProblem("");
  };
  return { input, problem, busy, change, setProblem, attempt: () => void attempt() };
};

interface Answer {
  readonly isRight: boolean;
  readonly message: string;
}

const tryWord = async (content: string): Promise<Answer> => {
  const { correct, message } = await sendBoost(mystery, { body: { content } });
  return { isRight: correct, message };
};

const tryCode = async (code: string): Promise<Answer> => {
  const { valid } = await sendBoost(validTgBot, { body: { code } });
  return {
    isRight: valid,
    message: valid ? "Correct code. Reward claimed." : "Incorrect or already used code.",
  };
};
