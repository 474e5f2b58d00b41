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
  type CardOrder,
  type NextOfTask,
} from "../../../../../resources/boost/task-calls.ts";
import { type Caller, type Route, inPhases, route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import { dailySignId, daysOf, sign, type Signed } from "./daily-sign.ts";
import { exchangeOf, nameExchange } from "./exchange.ts";
import { listTasks } from "./list.ts";
import { membershipFor } from "./membership.ts";
import type { TaskDeps } from "./deps.ts";
import { advanceTask } from "./advance.ts";
import type { Doer } from "./proofs.ts";
import { submitBotCode, submitSecretWord } from "./answers.ts";
import { randomUUID } from "node:crypto";
import { boostCards, type BoostCard } from "../../../../../resources/boost/limits.ts";
import { pointUnit, protectedFor, dailySignRate } from "../../../../../resources/boost/points.ts";
import { invalidField } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { addExplorations } from "../explorations-left.ts";
import { changeEarning, lockNode } from "../nodes.ts";
import { payLand } from "../pay-land.ts";
import { rateLabel } from "../../../../../resources/boost/task-model.ts";

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

/** Cards bought with LAND that raise a node's capacity, protect it or add an exploration. */
const cardList = () =>
  (Object.keys(boostCards) as BoostCard[]).map((name) => {
    const { land, brings } = boostCards[name];
    return { name, land: land.toString(), brings };
  });

/**
 * Buys cards and pays for them; returns the price in whole LAND. One order is one payment: the http layer replays repeated requests with
 * the same Idempotency-Key. Throws INSUFFICIENT_LAND, and INVALID_INPUT for several protections.
 */
const buy = async (
  { ledger, clock }: Pick<TaskDeps, "ledger" | "clock">,
  trx: Trx,
  { nodeId, teamId }: Pick<Doer, "nodeId" | "teamId">,
  { name, number }: CardOrder,
): Promise<bigint> => {
  if (name === "protect" && number > 1)
    throw invalidField("number", "Protection doesn't stack. Buy one card at a time.");
  const at = clock();
  const { land, brings } = boostCards[name];
  await lockNode(trx, nodeId);
  if (name === "explore") await addExplorations(trx, nodeId, number * brings);
  if (name === "capacity")
    await changeEarning(trx, nodeId, at, (earning) => ({
      ...earning,
      capacity: earning.capacity + BigInt(number * brings) * pointUnit,
    }));
  if (name === "protect") await changeEarning(trx, nodeId, at, (earning) => protectedFor(earning, at, brings));
  const price = land * BigInt(number);
  const what = `${number} ${name} ${number === 1 ? "card" : "cards"}`;
  await payLand(ledger, trx, { id: randomUUID(), teamId, land: price, what, nodeId });
  return price;
};

/** Formats a daily sign-in as the next step of a task. */
const dailySignStep = ({ rate, run }: Signed, withLand: boolean): NextOfTask => {
  const reward = { kind: "rate", amount: dailySignRate(run, withLand) / 1000 } as const;
  return {
    next: rate > 0 ? "CLAIM" : "COMPLETE",
    message:
      rate > 0
        ? `Day ${run}: ${rateLabel(rate / 1000)} until the end of tomorrow (UTC).`
        : "You have already signed in today. Come back tomorrow.",
    link: null,
    activity: {
      actId: dailySignId,
      actName: "Daily sign-in",
      actType: dailySignId,
      actStatus: "DONE",
      reward,
      description: "Sign in every day. With LAND, each consecutive day brings more.",
      icon: "check",
      extra: {
        group: "daily",
        onTrust: false,
        waitSeconds: 0,
        readyAt: null,
        have: 1,
        want: 1,
        asks: null,
        daily: true,
        endsAt: null,
      },
    },
  };
};
