/** Tasks managed by operators. */
import { sql } from "kysely";
import type { Row } from "../../../../../resources/define.ts";
import { taskWaitDefault } from "../../../../../resources/boost/task-limits.ts";
import { rewardLabel } from "../../../../../resources/boost/task-model.ts";
import { boostTasks } from "../../../../../resources/operator/boost-tasks.ts";
import type { Route } from "../../route.ts";
import type { SecretBox } from "../../secret-box.ts";
import { tableRoutes } from "../../table-routes.ts";
import type { TaskRow } from "./catalogue.ts";
import { addressesIn, checkTask } from "./check.ts";
import type { TaskDeps } from "./deps.ts";
import { hashWord } from "./secret-word.ts";
import { codePurpose } from "./answers.ts";

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
