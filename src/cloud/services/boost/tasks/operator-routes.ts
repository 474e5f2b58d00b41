import { boostExchangeAccounts } from "../../../../../resources/operator/boost-exchange-accounts.ts";
import { boostTasks } from "../../../../../resources/operator/boost-tasks.ts";
import { resourceRoutes } from "../../resource-routes.ts";
import type { Route } from "../../route.ts";
import { answerExchangeAccount, findExchangeAccount, listExchangeAccounts } from "./exchange.ts";
import { createTask, deleteTask, editTask, findOwn, listOwn } from "./operator.ts";
import type { TaskDeps } from "./deps.ts";

/** The operator resources for tasks. */
export const operatorTaskRoutes = ({ box, clock }: Pick<TaskDeps, "box" | "clock">): Route[] => [
  ...resourceRoutes(boostTasks, {
    list: ({ db, query }) => listOwn(db, query, clock()),
    show: ({ db, params }) => findOwn(db, params.id, clock()),
    create: ({ db, body }) => createTask(box, db, body, clock()),
    edit: ({ db, params, body }) => editTask(box, db, { id: params.id, input: body, at: clock() }),
    delete: async ({ db, params, logged }) => {
      logged({ target: await deleteTask(db, params.id) });
      return null;
    },
  }),
  ...resourceRoutes(
    boostExchangeAccounts,
    {
      list: ({ db, query }) => listExchangeAccounts(db, query),
      show: ({ db, params }) => findExchangeAccount(db, params.id),
    },
    {
      approve: async ({ db, params, logged }) => {
        logged({ target: (await answerExchangeAccount(db, params.id, "APPROVED")).uid });
        return null;
      },
      refuse: async ({ db, params, logged }) => {
        logged({ target: (await answerExchangeAccount(db, params.id, "REFUSED")).uid });
        return null;
      },
    },
  ),
];
