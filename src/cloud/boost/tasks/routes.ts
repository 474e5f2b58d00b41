import { randomUUID } from "node:crypto";
import { type BoostCard, boostCards } from "../../../../resources/boost/limits.ts";
import { dailySignRate, pointUnit, protectedFor } from "../../../../resources/boost/nodes/points.ts";
import {
  buyCards,
  type CardOrder,
  cards,
  dailySign,
  exchangeProfile,
  firstTasks,
  mystery,
  namedTasks,
  nextOfTask,
  type NextOfTask,
  nodeTasks,
  partnerTasks,
  preTasks,
  setExchangeProfile,
  validTgBot,
} from "../../../../resources/boost/tasks/task-calls.ts";
import { rateLabel, readyAt, rewardLabel, statusOf } from "../../../../resources/boost/tasks/task-model.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { type Caller, inPhases, type Route, route } from "../../kernel/calls/route.ts";
import { addExplorations } from "../nodes/explorations-left.ts";
import { nodeRoute } from "../nodes/node-route.ts";
import { changeEarning, lockNode } from "../nodes/nodes.ts";
import { payLand } from "../pay-land.ts";
import { submitBotCode, submitSecretWord } from "./answers.ts";
import { type StoredTask, taskWithId } from "./catalogue.ts";
import { dailySignId, daysOf, sign, type Signed } from "./daily-sign.ts";
import type { TaskDeps } from "./deps.ts";
import { exchangeOf, nameExchange } from "./exchange.ts";
import { asProved, listTasks, presentTask, progressOf } from "./list.ts";
import type { Doer } from "./proofs.ts";
import { giveReward } from "./reward.ts";
import { recordOpened } from "./states.ts";

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

/**
 * Returns the next step of a task: where to do it, or its reward. Gives the reward once, also under concurrent calls.
 * Throws NOT_FOUND.
 */
const advanceTask = async (
  deps: TaskDeps,
  trx: Trx,
  doer: Doer,
  { id, membership }: { readonly id: string; readonly membership: Membership | undefined },
): Promise<NextOfTask> => {
  const at = deps.clock();
  await lockNode(trx, doer.nodeId);
  const stored = await taskWithId(trx, id, at);
  if (!stored) throw new AppError("NOT_FOUND");
  const task = asProved(deps, stored);
  const progress = await progressOf(deps, trx, doer, task);
  const isMember = task.proof === "MEMBER" && membership === "member" && progress.claimedAt === null;
  const status = isMember ? "CLAIM" : statusOf(task, progress, at);
  if (status === "DONE")
    return {
      next: "COMPLETE",
      message: "Already claimed",
      link: null,
      activity: presentTask(task, progress, at),
    };
  if (status === "CLAIM") {
    await giveReward(trx, doer.nodeId, task, at);
    return {
      next: task.reward.kind === "spin" ? "SPIN" : "CLAIM",
      message: `You earned ${rewardLabel(task.reward)}.`,
      link: null,
      activity: presentTask(task, { ...progress, claimedAt: at }, at),
    };
  }
  const isOpened = task.proof === "OPENED" && progress.openedAt === null;
  if (isOpened) await recordOpened(trx, doer.nodeId, task, at);
  const opened = isOpened ? { ...progress, openedAt: at } : progress;
  const link = await linkFor(deps, trx, doer, task);
  const rest = (readyAt(task, opened) ?? at) - at;
  return {
    next: task.press,
    message: instructionFor(task, rest, membership),
    link,
    activity: presentTask(task, opened, at),
  };
};

const instructionFor = (task: StoredTask, restSeconds: number, membership: Membership | undefined): string => {
  if (membership === "unlinked") return "Open Boost in the messaging app once so your membership can be verified.";
  if (task.proof === "MEMBER") return "Join, then try again to claim the reward.";
  if (task.proof === "WORD") return "Enter the secret word to complete this task.";
  if (task.proof === "CODE") return "Enter the code from the bot.";
  if (task.proof === "OPENED" && restSeconds > 0)
    return `Come back in ${restSeconds} ${restSeconds === 1 ? "second" : "seconds"} to claim the reward.`;
  return task.proof === "OPENED" ? "Come back to claim the reward." : task.description;
};

const linkFor = async (deps: TaskDeps, trx: Trx, doer: Doer, { link }: StoredTask): Promise<string | null> => {
  if (link === null || !link.includes("{")) return link;
  const code = await deps.teams.codeOf(trx, doer.userId);
  return link
    .replaceAll("{node}", doer.nodeId.replaceAll("-", ""))
    .replaceAll("{invite}", `${deps.dashboardUrl()}/?inviteCode=${encodeURIComponent(code)}`);
};

/** Membership of groups and channels according to the messaging app's Bot API. */

/** `unlinked`: the user has no messaging-app account here. */
type Membership = "member" | "none" | "unlinked";

/** What the Bot API returns for users who never joined. */
const notMemberPattern = /user not found|member not found|participant_id_invalid/i;

/**
 * Fetches the membership that proves a task; undefined for other tasks and without a bot. Throws MEMBERSHIP_UNKNOWN when the Bot API
 * doesn't respond or the bot is no administrator there.
 */
const membershipFor = async (
  { engines: { bot }, messaging, clock }: Pick<TaskDeps, "engines" | "messaging" | "clock">,
  db: Db,
  { userId }: Pick<Doer, "userId">,
  taskId: string,
): Promise<Membership | undefined> => {
  const task = await taskWithId(db, taskId, clock());
  if (task?.proof !== "MEMBER" || task.chat === null || bot.embedded) return undefined;
  const messagingId = await messaging.idOf(db, userId);
  if (messagingId === undefined) return "unlinked";
  try {
    const member = await (await bot.api()).getChatMember(task.chat, messagingId);
    const isThere = member.status === "restricted" ? member.is_member : !["left", "kicked"].includes(member.status);
    return isThere ? "member" : "none";
  } catch (error) {
    const { description = "" } = error as { readonly description?: string };
    if (notMemberPattern.test(description)) return "none";
    throw new AppError("MEMBERSHIP_UNKNOWN");
  }
};
