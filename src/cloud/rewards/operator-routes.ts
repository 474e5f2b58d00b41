import { rewardTasks } from "../../../resources/operator/reward-tasks.ts";
import { resourceRoutes } from "../kernel/calls/resource-routes.ts";
import type { Route } from "../kernel/calls/route.ts";
import { createTask, deleteTask, editTask, findTask, listTasks } from "./operator-tasks.ts";
import { sql } from "kysely";
import type { Row } from "../../../resources/declare/define.ts";
import { quests } from "../../../resources/operator/quests.ts";
import { questGoalMax, questPointsMax } from "../../../resources/rewards/limits.ts";
import { AppError } from "../kernel/app-error.ts";
import { outOfRange } from "../kernel/out-of-range.ts";
import { hashOf } from "../kernel/secrets.ts";
import { tableRoutes } from "../kernel/calls/table-routes.ts";
import { canonicalCode, questSubject, type QuestRow } from "./quests.ts";

/** Tasks and quests for operators. */
export const rewardsOperatorRoutes = (): Route[] => [
  ...resourceRoutes(rewardTasks, {
    list: ({ db, query }) => listTasks(db, query),
    show: ({ db, params }) => findTask(db, params.id),
    create: ({ db, body, logged }) => {
      logged({ target: body.title });
      return createTask(db, body);
    },
    edit: ({ db, params, body, logged }) => {
      logged({ target: body.title });
      return editTask(db, params.id, body);
    },
    delete: async ({ db, params, logged }) => {
      logged({ target: await deleteTask(db, params.id) });
      return null;
    },
  }),
  ...operatorQuestRoutes(),
];

/** Quests for operators. Claims keep their points. */
const operatorQuestRoutes = (): Route[] =>
  tableRoutes(quests, "quest", {
    team: null,
    target: "title",
    columns: {
      desc: sql.ref("description"),
      code: sql`null`,
      state: sql`case when not active then 'off' when ends_at <= now() then 'ended' else 'online' end`,
      claims: sql`(select count(*) from reward_claim where subject = ${questSubject("")} || quest.id)`,
    },
    present: ({ fact, goal }) => ({ goal: fact ? goal : undefined }),
    before: (quest, { logged }, before) => {
      check(quest, before);
      const { desc, image = "", link = "", points, proof, code, goal = 1 } = quest;
      logged({ details: { points, proof } });
      return {
        description: desc,
        image,
        link,
        goal,
        code_hash: code ? hashOf(canonicalCode(code)) : (before?.code_hash ?? null),
      };
    },
  });

type QuestInput = Pick<Row<typeof quests>, "points" | "proof" | "code" | "fact" | "goal">;

const check = ({ points, proof, code, fact, goal = 1 }: QuestInput, before: QuestRow | undefined): void => {
  const hasCode = Boolean(code) || before?.code_hash;
  const fields: Record<string, string[]> = {
    ...outOfRange("points", "Points", points, questPointsMax),
    ...outOfRange("goal", "Required count", goal, questGoalMax),
    ...(proof === "CODE" && !hasCode && { code: ["Code is required."] }),
    ...(proof === "FACT" && !fact && { fact: ["Counted activity: choose an option."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};
