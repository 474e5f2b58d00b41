/** Tasks managed by operators. */
import { sql } from "kysely";
import type { Row } from "../../../../resources/declare/define.ts";
import { taskWaitDefault, taskRewardMax, taskWaitMax } from "../../../../resources/boost/tasks/task-limits.ts";
import { rewardLabel } from "../../../../resources/boost/tasks/task-model.ts";
import { boostTasks } from "../../../../resources/operator/boost-tasks.ts";
import type { Route } from "../../kernel/calls/route.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import type { TaskRow } from "./catalogue.ts";
import type { TaskDeps } from "./deps.ts";
import { hashWord } from "./secret-word.ts";
import { codePurpose } from "./answers.ts";
import { AppError } from "../../kernel/app-error.ts";

export type TaskInput = Omit<Row<typeof boostTasks>, "id" | "state" | "done" | "reward" | "createdAt">;

/** The operator's resource. An edit clears omitted fields, except the secret and the list. */
export const operatorTaskRoutes = ({ box, clock }: Pick<TaskDeps, "box" | "clock">): Route[] =>
  tableRoutes(boostTasks, "boost_task", {
    team: null,
    target: "name",
    columns: {
      group: sql.ref("task_group"),
      done: sql`(select count(*) from boost_task_state where task_id = boost_task.id::text and claimed_at is not null)`,
    },
    present: (row) => ({
      secret: undefined,
      addresses: undefined,
      state: stateAt(row, clock()),
      reward: rewardLabel({ kind: row.reward_kind, amount: row.reward_amount }),
    }),
    before: async (task, { id }, current) => {
      checkTask(task, current);
      return {
        task_group: task.group,
        link: task.link || null,
        goal: task.goal || 1,
        wait_seconds: task.proof === "OPENED" ? (task.waitSeconds ?? taskWaitDefault) : 0,
        kind: task.kind ?? "quest",
        secret: await secretFrom(box, id, task, current?.secret ?? null),
        addresses: task.proof === "LISTED" ? (addressesIn(task.addresses) ?? current?.addresses ?? null) : null,
        chat: task.proof === "MEMBER" ? (task.chat?.trim() ?? null) : null,
        starts_at: task.startsAt ?? null,
        ends_at: task.endsAt ?? null,
      };
    },
    beforeDelete: async ({ id }, { db }) => {
      await db.deleteFrom("boost_task_state").where("task_id", "=", id).execute();
    },
  });

const secretFrom = async (
  box: Pick<SecretBox, "seal">,
  id: string,
  { proof, secret }: TaskInput,
  current: Buffer | null,
): Promise<Buffer | null> => {
  if (proof !== "WORD" && proof !== "CODE") return null;
  if (!secret) return current;
  return proof === "WORD" ? hashWord(secret) : box.seal(codePurpose(id), secret);
};

const stateAt = ({ starts_at, ends_at }: TaskRow, at: number) => {
  if (starts_at !== null && Number(starts_at) > at) return "scheduled";
  return ends_at !== null && Number(ends_at) <= at ? "ended" : "online";
};

/** Higher than any task needs. */
const goalMax = 100_000;
const chatName = /^(@[A-Za-z]\w{3,31}|-\d{1,20})$/;
const address = /^0x[0-9a-f]{40}$/;

/** Lowercase unique addresses of a list; undefined for an empty one. */
const addressesIn = (typed: string | undefined): string[] | undefined => {
  const entries = (typed ?? "")
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((entry) => entry !== "");
  return entries.length > 0 ? [...new Set(entries)] : undefined;
};

/** Validates a task and reports conflicts by field. `current`: the stored task when editing. Throws INVALID_INPUT. */
const checkTask = (input: TaskInput, current: Pick<TaskRow, "proof" | "secret" | "addresses"> | undefined): void => {
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
