/** Validates a task and reports conflicts by field. */
import { taskRewardMax, taskWaitMax } from "../../../../../resources/boost/task-limits.ts";
import { AppError } from "../../../app-error.ts";
import type { TaskRow } from "./catalogue.ts";
import type { TaskInput } from "./operator.ts";

/** Higher than any task needs. */
const goalMax = 100_000;
const chatName = /^(@[A-Za-z]\w{3,31}|-\d{1,20})$/;
const address = /^0x[0-9a-f]{40}$/;

/** Lowercase unique addresses of a list; undefined for an empty one. */
export const addressesIn = (typed: string | undefined): string[] | undefined => {
  const entries = (typed ?? "")
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((entry) => entry !== "");
  return entries.length > 0 ? [...new Set(entries)] : undefined;
};

/** `kept`: the current task when editing. Throws INVALID_INPUT. */
export const checkTask = (
  input: TaskInput,
  current: Pick<TaskRow, "proof" | "secret" | "addresses"> | undefined,
): void => {
  const { proof, secret, rewardKind, rewardAmount, startsAt, endsAt, goal = 1, waitSeconds = 0 } = input;
  const isEntered = proof === "WORD" || proof === "CODE";
  const hasSecret = Boolean(secret) || (current?.proof === proof && current.secret !== null);
  const listed = addressesIn(input.addresses) ?? (current?.proof === proof ? current.addresses : null);
  const fields: Record<string, string[]> = {
    ...(isEntered && !hasSecret && { secret: ["Secret is required."] }),
    ...(proof === "LISTED" && !listed && { addresses: ["Wallets: enter at least one address."] }),
    ...(listed?.some((one) => !address.test(one)) && {
      addresses: ["Wallets: enter one address per line (0x and 40 hexadecimal digits)."],
    }),
    ...(proof === "MEMBER" &&
      !chatName.test(input.chat?.trim() ?? "") && { chat: ["Chat: enter the @name or ID of a group or channel."] }),
    ...wrongLink(input),
    ...(rewardAmount < 1 || rewardAmount > taskRewardMax[rewardKind]
      ? { rewardAmount: [`Amount: enter a number from 1 to ${taskRewardMax[rewardKind].toLocaleString("en-US")}.`] }
      : {}),
    ...(goal > goalMax && { goal: [`How many: enter at most ${goalMax.toLocaleString("en-US")}.`] }),
    ...(waitSeconds > taskWaitMax && { waitSeconds: ["Wait: enter at most 86,400 seconds (one day)."] }),
    ...(endsAt !== undefined &&
      endsAt <= (startsAt ?? -Infinity) && {
        endsAt: ["Until: choose a time after the start."],
      }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};

const wrongLink = ({ press, proof, link = "" }: TaskInput): Record<string, string[]> => {
  const filled = link.replaceAll(/\{(node|invite)\}/g, "x");
  if (link === "")
    return proof === "OPENED" || proof === "MEMBER" || press !== "REDIRECT" ? { link: ["Link is required."] } : {};
  if (press === "REDIRECT" && !/^\/(?![/\\])/.test(filled))
    return { link: ["Link: enter a path of this site, such as /boost."] };
  const isOutside = press === "JUMP_OUT" || press === "AD_REWARD";
  const isAddress = URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol);
  return isOutside && !isAddress ? { link: ["Link: enter a URL such as https://example.com."] } : {};
};
