/** Rewards in the dashboard: tasks, quests, invitations, points and the changelog. */
import { join } from "node:path";
import { pointOverview, points, type PointMovement } from "../../../resources/rewards/points.ts";
import {
  dailyActivities,
  newbieActivities,
  nextActivity,
  progressActivities,
  type NextStep,
} from "../../../resources/rewards/activity-calls.ts";
import type { TaskTab } from "./built-in-tasks.ts";
import { changelog, headerConfig } from "../../../resources/rewards/changelog-calls.ts";
import { claimQuest as claimQuestCall, questList } from "../../../resources/rewards/quest-calls.ts";
import { collectInvitations, invitationOverview, invitedUsers } from "../../../resources/rewards/referral-calls.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import { resourceRoutes } from "../kernel/calls/resource-routes.ts";
import { createLookupCache } from "../lib/lookup-cache.ts";
import { route, type Route } from "../kernel/calls/route.ts";
import { activitiesOf, progressOfActivities, periodOf } from "./activities.ts";
import { collectInvited, invitationCounts, invitedBy } from "./invitations.ts";
import { rewardsOperatorRoutes } from "./operator-routes.ts";
import { ownerOf, type Deps, type Owner } from "./deps.ts";
import { claimQuest, questsOf } from "./quests.ts";
import { readFile } from "node:fs/promises";
import { changelogCountDefault, linkStaySeconds } from "../../../resources/rewards/limits.ts";
import { sql } from "kysely";
import { countMovements, readMovements } from "../billing/ledger/movements.ts";
import { secondsOf } from "../lib/seconds-of.ts";
import { AppError } from "../kernel/app-error.ts";
import { give } from "./claims.ts";
import { taskSubject, type Task } from "./tasks.ts";

export interface RewardsOptions extends Omit<Deps, "now"> {
  /** Path of docs/; CHANGELOG.md is next to it. */
  readonly docsDir: string;
  /** The system clock by default. */
  now?(): Date;
}

const changelogCacheMs = 60_000;

export const createRewards = ({
  docsDir,
  now = () => new Date(),
  ...services
}: RewardsOptions): { routes: Route[] } => {
  const deps: Deps = { ...services, now };
  const changes = createLookupCache(changelogCacheMs, () => readChangelog(join(docsDir, "../CHANGELOG.md")));
  return {
    routes: [
      ...pointRoutes(deps),
      ...activityRoutes(deps),
      ...referralRoutes(deps),
      ...questRoutes(deps),
      route(headerConfig, async () => ({ changeLogNum: (await changes.get("")).changeLogNum })),
      route(changelog, () => changes.get("")),
      ...rewardsOperatorRoutes(),
    ],
  };
};

const pointRoutes = (deps: Deps): Route[] => [
  route(pointOverview, ({ db, caller }) => pointOverviewOf(deps, db, caller.userId)),
  ...resourceRoutes(points, { list: ({ db, caller, query }) => pointHistoryOf(deps, db, caller.userId, query) }),
];

const activityRoutes = (deps: Deps): Route[] => {
  const tab = async (db: Db, userId: string, name: TaskTab) =>
    activitiesOf(db, await ownerOf(deps, db, userId), name, deps.now());
  return [
    route(dailyActivities, ({ db, caller }) => tab(db, caller.userId, "daily")),
    route(newbieActivities, ({ db, caller }) => tab(db, caller.userId, "newbie")),
    route(progressActivities, ({ db, caller }) => tab(db, caller.userId, "progress")),
    route(nextActivity, async ({ db, caller, params, logged }) => {
      const { step, task } = await nextStep(deps, db, caller.userId, params.id);
      logged(step.points > 0 && { target: task, details: { points: step.points } });
      return step;
    }),
  ];
};

const referralRoutes = (deps: Deps): Route[] => [
  route(invitationOverview, ({ db, caller, query }) => invitationCounts(db, caller.userId, query.startAt, deps.now())),
  ...resourceRoutes(invitedUsers, { list: ({ db, caller, params }) => invitedBy(db, caller.userId, params.page) }),
  route(collectInvitations, async ({ db, caller, logged }) => {
    const collected = await collectInvited(deps, db, caller.userId);
    logged(collected.people > 0 && { details: collected });
    return collected;
  }),
];

const questRoutes = (deps: Deps): Route[] => [
  route(questList, async ({ db, caller }) => questsOf(db, await ownerOf(deps, db, caller.userId), deps.now())),
  route(claimQuestCall, async ({ db, caller, params, body, logged }) => {
    const { points, title } = await claimQuest(deps, db, caller.userId, { id: params.id, code: body.code });
    logged({ target: title, details: { points } });
    return { points };
  }),
];

interface Changelog {
  readonly text: string;
  /** Number of entries. */
  readonly changeLogNum: number;
}

/**
 * Reads CHANGELOG.md, in the format of keepachangelog.com. Without the file the changelog is empty, and the count is
 * the default that a dashboard assumes.
 */
const readChangelog = async (path: string): Promise<Changelog> => {
  const text = await readFile(path, "utf8").catch(() => "");
  return { text, changeLogNum: countEntries(text) || changelogCountDefault };
};

/** Counts the list items that start with a bold name. */
const countEntries = (markdown: string): number => markdown.match(/^- \*\*[^*\n]+\*\*/gm)?.length ?? 0;

/** Moves claims, visits and invitations. Returns the points both users received, to be taken back. */
export const mergeRewards = async (trx: Trx, fromId: string, toId: string): Promise<bigint> => {
  const { rows } = await sql<{ points: bigint }>`
    select coalesce(sum(a.points), 0)::int8 as points from reward_claim a join reward_claim b using (subject, period)
    where a.person_id = ${fromId} and b.person_id = ${toId}
  `.execute(trx);
  const invited = await sql<{ points: bigint }>`
    select coalesce(sum(points), 0)::int8 as points from reward_invitation
    where (inviter_id = ${fromId} and person_id = ${toId}) or (inviter_id = ${toId} and person_id = ${fromId})
  `.execute(trx);
  await sql`
    update reward_claim as given set person_id = ${toId} where person_id = ${fromId} and not exists (
      select from reward_claim as kept
      where kept.person_id = ${toId} and kept.subject = given.subject and kept.period = given.period)
  `.execute(trx);
  await sql`
    update reward_visit as given set person_id = ${toId} where person_id = ${fromId} and not exists (
      select from reward_visit as kept
      where kept.person_id = ${toId} and kept.task_id = given.task_id and kept.period = given.period)
  `.execute(trx);
  await trx.updateTable("reward_invitation").set({ inviter_id: toId }).where("inviter_id", "=", fromId).execute();
  return rows[0]!.points + invited.rows[0]!.points;
};

/** Unclaimed is what collecting would give now from tasks, invitations and quests. The total comes from the ledger. */
const pointOverviewOf = async (deps: Deps, db: Db, personId: string): Promise<{ unclaimed: number; total: number }> => {
  const owner = await ownerOf(deps, db, personId);
  const now = deps.now();
  const [tasks, invitations, quests, total] = await Promise.all([
    progressOfActivities(db, owner, now),
    invitationCounts(db, personId, undefined, now),
    claimableQuestPoints(db, owner, now),
    deps.ledger.available(db, owner.teamId, "POINT"),
  ]);
  const waiting = tasks.filter(({ activity }) => activity.status === "CLAIM").map(({ activity }) => activity.points);
  const unclaimed = waiting.reduce((sum, points) => sum + points, invitations.points.unclaimed + quests);
  return { unclaimed, total: Number(total) };
};

const pointHistoryOf = async (
  deps: Deps,
  db: Db,
  personId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ items: PointMovement[]; total: number }> => {
  const { teamId } = await ownerOf(deps, db, personId);
  const [rows, total] = await Promise.all([
    readMovements(db, teamId, { unit: "POINT", account: "both" }, { size, offset: (page - 1) * size }),
    countMovements(db, teamId, { unit: "POINT", account: "both" }),
  ]);
  const items = rows.map(({ id, at, reason, amount, balance, isMerged }) => ({
    // Both entries of a merge have one id.
    id: isMerged ? `merged-${id}` : id,
    ...(isMerged && { merged: true as const }),
    createdAt: secondsOf(at),
    reason,
    points: Number(amount),
    total: Number(balance),
  }));
  return { items, total };
};

const claimableQuestPoints = async (db: Db, owner: Parameters<typeof questsOf>[1], now: Date): Promise<number> => {
  const claimable = (await questsOf(db, owner, now)).filter(({ state }) => state === 1).map(({ id }) => id);
  if (claimable.length === 0) return 0;
  const rows = await db.selectFrom("quest").select("points").where("id", "in", claimable).execute();
  return rows.reduce((sum, { points }) => sum + points, 0);
};

interface Step {
  readonly step: NextStep;
  readonly task: string;
}

/**
 * Returns the next step of a task: where to do it, its requirement, or its points. Throws NOT_FOUND for an inactive
 * task.
 */
const nextStep = async (deps: Deps, trx: Trx, personId: string, id: string): Promise<Step> => {
  const now = deps.now();
  const owner = await ownerOf(deps, trx, personId);
  const progress = (await progressOfActivities(trx, owner, now)).find(({ task }) => task.id === id);
  if (!progress) throw new AppError("NOT_FOUND");
  const { task, activity } = progress;
  const saying = (step: Partial<NextStep>): Step => ({
    task: task.title,
    step: { next: "NONE", message: "", tips: "", points: 0, ...step },
  });
  switch (activity.status) {
    case "COMPLETED":
      return saying({ tips: collectedAlready(task) });
    case "DENY":
      return saying({
        next: "POPUP",
        message: "Not included in the trial. Activate your account to unlock it.",
      });
    case "NOT_READY":
      return saying({
        next: "POPUP",
        message: "Make your first deposit to unlock dedicated gateways.",
      });
    case "DONE_TO_STAY":
      return saying({ tips: `Stay on the page for ${linkStaySeconds} seconds, then collect the points here.` });
    case "ON_GOING":
      return saying(
        task.builtIn ? destinationOf(task.builtIn.way, task.builtIn.out) : await open(trx, owner, task, now),
      );
    case "CLAIM":
      return saying(await collect(deps, trx, owner, task, now));
  }
};

const destinationOf = (path: string, out: true | undefined): Partial<NextStep> => {
  if (path === "email") return { next: "EMAIL_BIND" };
  if (path === "activation") return { next: "POPUP", message: "Register on-chain to activate your account." };
  return { next: out ? "JUMP_OUT" : "JUMP", message: path };
};

/** Opening a link twice keeps the first time. */
const open = async (trx: Trx, { personId }: Owner, task: Task, now: Date): Promise<Partial<NextStep>> => {
  await trx
    .insertInto("reward_visit")
    .values({ person_id: personId, task_id: task.id, period: periodOf(task, now), opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { next: "OPEN_NEW_TAB", message: task.link };
};

const collect = async (deps: Deps, trx: Trx, owner: Owner, task: Task, now: Date): Promise<Partial<NextStep>> => {
  const { id, points, title } = task;
  const reward = { subject: taskSubject(id), period: periodOf(task, now), points, reason: `Task: ${title}` };
  if (!(await give(deps, trx, owner, reward))) return { tips: collectedAlready(task) };
  return { tips: `Collected ${points} ${points === 1 ? "point" : "points"}`, points };
};

const collectedAlready = ({ tab }: Task): string =>
  tab === "daily" ? "Already collected today. Come back tomorrow." : "Already collected";
