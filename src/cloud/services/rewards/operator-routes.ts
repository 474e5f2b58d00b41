import { quests } from "../../../../resources/operator/quests.ts";
import { rewardTasks } from "../../../../resources/operator/reward-tasks.ts";
import { resourceRoutes } from "../resource-routes.ts";
import type { Route } from "../route.ts";
import { createQuest, deleteQuest, editQuest, findQuest, listQuests } from "./operator-quests.ts";
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
  ...resourceRoutes(quests, {
    list: ({ db, query }) => listQuests(db, query),
    show: ({ db, params }) => findQuest(db, params.id),
    create: ({ db, body, logged }) => {
      logged({ target: body.title, details: { points: body.points, proof: body.proof } });
      return createQuest(db, body);
    },
    edit: ({ db, params, body, logged }) => {
      logged({ target: body.title, details: { points: body.points, proof: body.proof } });
      return editQuest(db, params.id, body);
    },
    delete: async ({ db, params, logged }) => {
      logged({ target: await deleteQuest(db, params.id) });
      return null;
    },
  }),
];
