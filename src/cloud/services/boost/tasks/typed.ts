/** Tasks that are done by typing something in: a secret word, or the code of a partner's bot. */
import { rewardWords } from "../../../../../resources/boost/task-words.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { lockNode } from "../nodes.ts";
import { isBotCode } from "./bot-code.ts";
import { tasksAsking, type KeptTask } from "./catalogue.ts";
import { mayGuess, noteWrong } from "./guesses.ts";
import type { TaskParts } from "./parts.ts";
import { giveReward } from "./reward.ts";
import { isWord } from "./secret-word.ts";
import { stateOf } from "./states.ts";

export interface Typed {
  readonly task: KeptTask | undefined;
  /** Whether this gave the reward; it is given once. */
  readonly given: boolean;
}

/** What partners' codes are sealed for. */
export const codePurpose = (taskId: string): string => `boost-task:${taskId}`;

/** Gives the reward of the first task that is done by what was typed. Throws TOO_MANY_GUESSES. */
const tryTyped = async (
  { clock, box }: TaskParts,
  trx: Trx,
  nodeId: string,
  { proof, text }: { readonly proof: "WORD" | "CODE"; readonly text: string },
): Promise<Typed> => {
  const at = clock();
  await lockNode(trx, nodeId);
  await mayGuess(trx, nodeId, at);
  const isRight = async ({ id, secret }: KeptTask): Promise<boolean> => {
    if (!secret) return false;
    return proof === "WORD" ? isWord(text, secret) : isBotCode(text, box.open(codePurpose(id), secret), nodeId);
  };
  for (const task of await tasksAsking(trx, proof, at)) {
    if (!(await isRight(task))) continue;
    const { claimedAt } = await stateOf(trx, nodeId, task, at);
    if (claimedAt === null) await giveReward(trx, nodeId, task, at);
    return { task, given: claimedAt === null };
  }
  await noteWrong(trx, nodeId, at);
  return { task: undefined, given: false };
};

export const tryWord = async (
  parts: TaskParts,
  trx: Trx,
  nodeId: string,
  text: string,
): Promise<{ correct: boolean; message: string }> => {
  const { task, given } = await tryTyped(parts, trx, nodeId, { proof: "WORD", text });
  if (!task) return { correct: false, message: "This is not a secret word. Try another one." };
  return {
    correct: true,
    message: given ? `Right! ${rewardWords(task.reward)}.` : "Right, and you have had this reward.",
  };
};

/** Valid once: a code that has brought its reward brings nothing more. */
export const tryCode = async (
  parts: TaskParts,
  trx: Trx,
  nodeId: string,
  text: string,
): Promise<{ valid: boolean }> => ({ valid: (await tryTyped(parts, trx, nodeId, { proof: "CODE", text })).given });
