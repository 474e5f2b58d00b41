/** Tasks completed by entering text: a secret word or the code of a partner's bot. */
import { sql } from "kysely";
import { rewardLabel } from "../../../../resources/boost/tasks/task-model.ts";
import type { Trx } from "../../engines/database/database.ts";
import { lockNode } from "../nodes/nodes.ts";
import { tasksByProof, type StoredTask } from "./catalogue.ts";
import type { TaskDeps } from "./deps.ts";
import { giveReward } from "./reward.ts";
import { isWord } from "./secret-word.ts";
import { stateOf } from "./states.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { dayOf, guessesPerDay } from "../../../../resources/boost/tasks/task-limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export interface AnswerResult {
  readonly task: StoredTask | undefined;
  /** Whether this call gave the reward; it is given once. */
  readonly rewarded: boolean;
}

/** Encryption purpose of partner secrets. */
export const codePurpose = (taskId: string): string => `boost-task:${taskId}`;

/** The secret of a task proven by a word is a hash. */
export const sealedTaskSecrets: SealedColumn = {
  table: "boost_task",
  column: "secret",
  key: "id",
  purpose: codePurpose,
  where: sql<boolean>`proof <> 'WORD'`,
};

/** Gives the reward of the first task that matches the entered text. Throws TOO_MANY_GUESSES. */
const submitAnswer = async (
  { clock, box }: TaskDeps,
  trx: Trx,
  nodeId: string,
  { proof, text }: { readonly proof: "WORD" | "CODE"; readonly text: string },
): Promise<AnswerResult> => {
  const at = clock();
  await lockNode(trx, nodeId);
  await requireGuess(trx, nodeId, at);
  const isRight = async ({ id, secret }: StoredTask): Promise<boolean> => {
    if (!secret) return false;
    return proof === "WORD" ? isWord(text, secret) : isBotCode(text, box.open(codePurpose(id), secret), nodeId);
  };
  for (const task of await tasksByProof(trx, proof, at)) {
    if (!(await isRight(task))) continue;
    const { claimedAt } = await stateOf(trx, nodeId, task, at);
    if (claimedAt === null) await giveReward(trx, nodeId, task, at);
    return { task, rewarded: claimedAt === null };
  }
  await recordWrongGuess(trx, nodeId, at);
  return { task: undefined, rewarded: false };
};

export const submitSecretWord = async (
  deps: TaskDeps,
  trx: Trx,
  nodeId: string,
  text: string,
): Promise<{ correct: boolean; message: string }> => {
  const { task, rewarded: given } = await submitAnswer(deps, trx, nodeId, { proof: "WORD", text });
  if (!task) return { correct: false, message: "Incorrect secret word. Try another one." };
  return {
    correct: true,
    message: given
      ? `Correct. You earned ${rewardLabel(task.reward)}.`
      : "Correct, but you have already claimed this reward.",
  };
};

/** Valid once: a used code gives no further reward. */
export const submitBotCode = async (
  deps: TaskDeps,
  trx: Trx,
  nodeId: string,
  text: string,
): Promise<{ valid: boolean }> => ({
  valid: (await submitAnswer(deps, trx, nodeId, { proof: "CODE", text })).rewarded,
});

/**
 * Codes a partner's bot gives to its players: the bot gets the node's id from the link and proves with a shared secret that the user
 * played.
 */
const codeLength = 16;

/** The first 16 hexadecimal digits of HMAC-SHA256(secret, node id as 32 hexadecimal digits). */
export const botCode = (secret: string, nodeId: string): string =>
  createHmac("sha256", secret).update(nodeId.replaceAll("-", "")).digest("hex").slice(0, codeLength);

const isBotCode = (input: string, secret: string, nodeId: string): boolean => {
  const code = Buffer.from(input.trim().toLowerCase());
  const expected = Buffer.from(botCode(secret, nodeId));
  return code.length === expected.length && timingSafeEqual(code, expected);
};

/** Throws TOO_MANY_GUESSES when a locked node has reached today's limit (UTC) of wrong words and codes. */
const requireGuess = async (trx: Trx, nodeId: string, at: number): Promise<void> => {
  const today = trx
    .selectFrom("boost_guess")
    .select("wrong")
    .where("node_id", "=", nodeId)
    .where("day", "=", dayOf(at));
  if (((await today.executeTakeFirst())?.wrong ?? 0) >= guessesPerDay) throw new AppError("TOO_MANY_GUESSES");
};

const recordWrongGuess = async (trx: Trx, nodeId: string, at: number): Promise<void> => {
  await trx
    .insertInto("boost_guess")
    .values({ node_id: nodeId, day: dayOf(at), wrong: 1 })
    .onConflict((conflict) =>
      conflict.columns(["node_id", "day"]).doUpdateSet(({ eb }) => ({ wrong: eb("boost_guess.wrong", "+", 1) })),
    )
    .execute();
};
