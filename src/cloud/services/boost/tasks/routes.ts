import {
  buyCards,
  cards,
  dailySign,
  exchangeProfile,
  firstTasks,
  mystery,
  namedTasks,
  nextOfTask,
  nodeTasks,
  partnerTasks,
  preTasks,
  setExchangeProfile,
  validTgBot,
} from "../../../../../resources/boost/task-calls.ts";
import type { Caller, Route } from "../../route.ts";
import { inPhases, route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import { buy, cardList } from "./cards.ts";
import { dailySignId, daysOf, sign } from "./daily-sign.ts";
import { exchangeOf, nameExchange } from "./exchange.ts";
import { listTasks } from "./list.ts";
import { membershipFor } from "./membership.ts";
import type { TaskDeps } from "./deps.ts";
import { advanceTask } from "./advance.ts";
import { dailySignStep } from "./daily-sign-step.ts";
import type { Doer } from "./proofs.ts";
import { submitBotCode, submitSecretWord } from "./answers.ts";

/** Tasks, daily sign-in, cards, secret words, partner codes and exchange accounts. */
export const taskRoutes = (deps: TaskDeps): Route[] => [
  route(preTasks, ({ db, caller }) => listTasks(deps, db, { name: "pre_tasks", doer: doerOf(caller) })),
  ...(
    [
      [nodeTasks, "tasks"],
      [firstTasks, "tasks_one"],
      [partnerTasks, "partner_tasks"],
    ] as const
  ).map(([call, name]) => nodeRoute(call, ({ db, caller }) => listTasks(deps, db, { name, doer: caller }))),
  nodeRoute(namedTasks, ({ db, caller, params }) => listTasks(deps, db, { name: params.name, doer: caller })),
  nodeRoute(
    nextOfTask,
    inPhases({
      prepare: ({ db, caller, params }) => membershipFor(deps, db, caller, params.id),
      write: async ({ db, caller, params, body: { payment } }, membership) => {
        const id = params.id;
        if (id !== dailySignId) return advanceTask(deps, db, caller, { id, membership });
        return dailySignStep(await sign(deps, db, caller, payment === "LAND"), payment === "LAND");
      },
    }),
  ),
  nodeRoute(dailySign, ({ db, caller }) => daysOf(db, caller.nodeId, deps.clock())),
  nodeRoute(cards, async () => cardList()),
  nodeRoute(buyCards, async ({ db, caller, body }) => ({ land: (await buy(deps, db, caller, body)).toString() })),
  nodeRoute(mystery, ({ db, caller, body }) => submitSecretWord(deps, db, caller.nodeId, body.content)),
  nodeRoute(validTgBot, ({ db, caller, body }) => submitBotCode(deps, db, caller.nodeId, body.code)),
  nodeRoute(exchangeProfile, ({ db, caller }) => exchangeOf(db, caller.nodeId)),
  nodeRoute(setExchangeProfile, ({ db, caller, body }) => nameExchange(db, caller.nodeId, body)),
];

const doerOf = (caller: Caller | undefined): Doer | undefined =>
  caller?.nodeId === undefined ? undefined : { ...caller, nodeId: caller.nodeId };
