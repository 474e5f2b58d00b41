import { useState } from "react";
import { mystery, validTgBot } from "../../../../resources/boost/task-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode } from "../../flows/boost/node.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { useAct } from "../../framework/data/use-act.ts";

/** A secret word, or a code from a partner's bot. */
export type AnswerKind = "WORD" | "CODE";

const empty = { WORD: "Enter the secret word.", CODE: "Enter the code from the bot." } as const;

/** Submits the answer to a task. Calls `onRight` after the reward. */
export const useAnswer = (kind: AnswerKind, onRight?: () => void) => {
  const [input, setInput] = useState("");
  const [problem, setProblem] = useState("");
  const settle = async (isRight: boolean, message: string): Promise<void> => {
    if (!isRight) return setProblem(message);
    boostToast("success", message);
    setInput("");
    await loadNode();
    onRight?.();
  };
  const onError = (error: Error): true => {
    setProblem(problemOf(error));
    return true;
  };
  const word = useAct(mystery, { onError, onDone: ({ correct, message }) => settle(correct, message) });
  const code = useAct(validTgBot, {
    onError,
    onDone: ({ valid }) => settle(valid, valid ? "Correct code. Reward claimed." : "Incorrect or already used code."),
  });
  const attempt = (): void => {
    const text = input.trim();
    if (text === "") return setProblem(empty[kind]);
    void (kind === "WORD" ? word.act({ body: { content: text } }) : code.act({ body: { code: text } }));
  };
  const change = (text: string) => {
    setInput(text);
    setProblem("");
  };
  return { input, problem, busy: word.acting || code.acting, change, setProblem, attempt };
};
