/** Prompts on the terminal. Without a terminal they fail and name the option to use. */
import { Failure, exitCodes } from "./failure.ts";
import { printMessage } from "./terminal.ts";

export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Prompts for a line; empty input returns the suggestion. */
export const ask = async (question: string, suggestion = ""): Promise<string> => {
  // Loaded on demand, since most commands don't prompt.
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(suggestion === "" ? `${question}: ` : `${question} (${suggestion}): `);
    return answer.trim() || suggestion;
  } finally {
    reader.close();
  }
};

/** Prompts for a line without echo. */
export const askHidden = (question: string): Promise<string> =>
  new Promise((resolve) => {
    const { stdin, stderr } = process;
    let typed = "";
    stderr.write(`${question}: `);
    stdin.setRawMode(true).setEncoding("utf8").resume();
    const take = (text: string): void => {
      for (const character of text) {
        if (character === "\u0003") {
          stdin.setRawMode(false);
          stderr.write("\n");
          process.exit(exitCodes.interrupted);
        }
        if (character === "\r" || character === "\n") return end();
        typed = character === "\u007f" || character === "\b" ? typed.slice(0, -1) : typed + character;
      }
    };
    const end = (): void => {
      stdin.off("data", take).setRawMode(false).pause();
      stderr.write("\n");
      resolve(typed.trim());
    };
    stdin.on("data", take);
  });

/** Returns the index of the selected answer. */
export const choose = async (question: string, answers: readonly string[]): Promise<number> => {
  answers.forEach((answer, index) => printMessage(`  ${String(index + 1).padStart(2)}  ${answer}`));
  for (let attempts = 0; attempts < 3; attempts++) {
    const picked = Number(await ask(question));
    if (Number.isInteger(picked) && picked >= 1 && picked <= answers.length) return picked - 1;
    printMessage(`Enter a number from 1 to ${answers.length}.`);
  }
  throw new Failure("Nothing selected.", "usage");
};

/** Reads all of standard input, for piped secrets. */
export const readPiped = async (): Promise<string> => {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk as string;
  return text.trim();
};
