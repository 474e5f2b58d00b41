import { rewardTasks } from "../../../../resources/operator/reward-tasks.ts";
import { resourceRoutes } from "../resource-routes.ts";
import type { Route } from "../route.ts";
import { operatorQuestRoutes } from "./operator-quests.ts";
import { createTask, deleteTask, editTask, findTask, listTasks } from "./operator-tasks.ts";

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
