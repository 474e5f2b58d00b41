/** What of a task does not go together, by field. */
import { taskRewardMax, taskWaitMax } from "../../../../../resources/boost/task-limits.ts";
import { AppError } from "../../../app-error.ts";
import type { TaskRow } from "./catalogue.ts";
import type { TaskInput } from "./operator.ts";

/** More than any task asks for. */
const goalMax = 100_000;
const address = /^0x[0-9a-f]{40}$/;

/** Addresses of a list in lower case, each once; undefined for an empty one. */
export const addressesIn = (typed: string | undefined): string[] | undefined => {
  const words = (typed ?? "")
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
  return words.length > 0 ? [...new Set(words)] : undefined;
};

/** `kept`: the task as it stands, when it is changed. Throws INVALID_INPUT. */
export const checkTask = (
  input: TaskInput,
  kept: Pick<TaskRow, "proof" | "secret" | "addresses"> | undefined,
): void => {
  const { proof, secret, rewardKind, rewardAmount, startsAt, endsAt, goal = 1, waitSeconds = 0 } = input;
  const isTyped = proof === "WORD" || proof === "CODE";
  const hasSecret = Boolean(secret) || (kept?.proof === proof && kept.secret !== null);
  const listed = addressesIn(input.addresses) ?? (kept?.proof === proof ? kept.addresses : null);
  const fields: Record<string, string[]> = {
    ...(isTyped && !hasSecret && { secret: ["Secret: enter one."] }),
    ...(proof === "LISTED" && !listed && { addresses: ["Wallets: enter at least one address."] }),
    ...(listed?.some((one) => !address.test(one)) && { addresses: ["Wallets: 0x and 40 digits each, one a line."] }),
    ...wrongLink(input),
    ...(rewardAmount < 1 || rewardAmount > taskRewardMax[rewardKind]
      ? { rewardAmount: [`Amount: from 1 to ${taskRewardMax[rewardKind].toLocaleString("en-US")}.`] }
      : {}),
    ...(goal > goalMax && { goal: [`How many: ${goalMax.toLocaleString("en-US")} at most.`] }),
    ...(waitSeconds > taskWaitMax && { waitSeconds: ["Wait: a day (86,400 seconds) at most."] }),
    ...(endsAt !== undefined &&
      endsAt <= (startsAt ?? -Infinity) && {
        endsAt: ["Until: choose a moment after the beginning."],
      }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};

const wrongLink = ({ press, proof, link = "" }: TaskInput): Record<string, string[]> => {
  const filled = link.replaceAll(/\{(node|invite)\}/g, "x");
  if (link === "") return proof === "OPENED" || press !== "REDIRECT" ? { link: ["Link: enter one."] } : {};
  if (press === "REDIRECT" && !/^\/(?![/\\])/.test(filled))
    return { link: ["Link: a path of this cloud, such as /boost."] };
  const isOutside = press === "JUMP_OUT" || press === "AD_REWARD";
  const isAddress = URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol);
  return isOutside && !isAddress ? { link: ["Link: an address such as https://example.com."] } : {};
};
