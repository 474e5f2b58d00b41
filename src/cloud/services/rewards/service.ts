/** Rewards in the dashboard: tasks, quests, invitations, points and the changelog. */
import { join } from "node:path";
import { pointHistory, pointOverview } from "../../../../resources/account/points.ts";
import {
  dailyActivities,
  newbieActivities,
  nextActivity,
  progressActivities,
} from "../../../../resources/rewards/activity-calls.ts";
import type { TaskTab } from "../../../../resources/rewards/built-in-tasks.ts";
import { changelog, headerConfig } from "../../../../resources/rewards/changelog-calls.ts";
import { claimQuest as claimQuestCall, questList } from "../../../../resources/rewards/quest-calls.ts";
import { collectInvitations, invitationOverview, invitedUsers } from "../../../../resources/rewards/referral-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { createLookupCache } from "../lookup-cache.ts";
import { route, type Route } from "../route.ts";
import { activitiesOf } from "./activities.ts";
import { readChangelog } from "./changelog.ts";
import { collectInvited, invitationCounts, invitedBy } from "./invitations.ts";
import { nextStep } from "./next-step.ts";
import { rewardsOperatorRoutes } from "./operator-routes.ts";
import { ownerOf, type Deps } from "./deps.ts";
import { pointHistoryOf, pointOverviewOf } from "./points.ts";
import { claimQuest, questsOf } from "./quests.ts";

export { mergeRewards } from "./merge-rewards.ts";

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
  route(pointHistory, ({ db, caller, query }) => pointHistoryOf(deps, db, caller.userId, query)),
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
  route(invitedUsers, ({ db, caller, params }) => invitedBy(db, caller.userId, params.page)),
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
