/** Runs rewards over HTTP with real users, teams and ledger, and a clock that tests move. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { pointCalls, points } from "../../../resources/rewards/points.ts";
import type { CallLine } from "../../../resources/declare/define.ts";
import { quests } from "../../../resources/operator/quests.ts";
import { rewardTasks } from "../../../resources/operator/reward-tasks.ts";
import { activityCalls, type Activity, type NextStep } from "../../../resources/rewards/activity-calls.ts";
import { changelogCalls } from "../../../resources/rewards/changelog-calls.ts";
import { questCalls } from "../../../resources/rewards/quest-calls.ts";
import { invitedUsers, referralCalls } from "../../../resources/rewards/referral-calls.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { createRewards } from "../../../src/cloud/rewards/service.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";
import { signIn } from "../account/sign-in.ts";
import { testWeb } from "../server/web.ts";
import { lateRoute } from "../server/late-route.ts";

export const rewardsWeb = async () => {
  const operatorKey = privateKeyToAccount(generatePrivateKey());
  const made: { routes?: Route[] } = {};
  const calls = [...pointCalls, ...activityCalls, ...referralCalls, ...questCalls, ...changelogCalls];
  const resources = [rewardTasks, quests, points, invitedUsers];
  const lines = [...calls.map(({ call }) => call), ...resources.flatMap((one) => Object.values(one.calls))];
  const lazily = (call: CallLine): Route => lateRoute(call, () => made.routes!);
  const web = await testWeb({
    resources,
    calls,
    routes: lines.map(lazily),
    settings: { OPERATORS: operatorKey.address },
  });
  const { database, teams } = web;
  const ledger = createLedger();
  let shiftMs = 0;
  const now = (): Date => new Date(Date.now() + shiftMs);
  made.routes = createRewards({ ledger, teams, docsDir: join(import.meta.dirname, "../../../docs"), now }).routes;

  const withCalls = <P extends { readonly accessToken: string; readonly userId: string }>(user: P) => {
    /** Calls an endpoint: `ask("GET activities/daily")`. */
    const ask = (line: string, body?: unknown) => {
      const [method, path] = line.split(" ") as [string, string];
      return web.call(`${method} /api/auth/${path}`, {
        token: user.accessToken,
        ...(body !== undefined && { body }),
      });
    };
    const get = async <T>(path: string): Promise<T> => (await ask(`GET ${path}`)).body.data as T;
    const next = async (id: string) => (await ask(`POST activities/${id}/next`, {})).body.data as NextStep;
    const activity = async (tab: string, id: string) =>
      (await get<Activity[]>(`activities/${tab}`)).find((one) => one.id === id);
    const points = () => get<{ unclaimed: number; total: number }>("activities/point/overview");
    return { ...user, ask, get, next, activity, points };
  };

  /** Signs in a new user, by an invite link if a code is given. */
  const user = async (inviteCode?: string) => {
    const account = privateKeyToAccount(generatePrivateKey());
    const { accessToken } = await signIn(web.url, account, inviteCode === undefined ? {} : { inviteCode });
    const { userId, membership } = (await web.auth.identify(accessToken))!;
    return withCalls({ accessToken, account, userId, teamId: membership.teamId });
  };

  /** Inserts the records of a confirmed on-chain registration. */
  const activate = ({ userId, account }: { userId: string; account: { address: string } }) =>
    database.db
      .insertInto("activation")
      .values({ person_id: userId, event_id: randomUUID(), chain: "polygon", tx_hash: "0x1", wallet: account.address })
      .execute();

  return {
    ...web,
    ledger,
    user,
    activate,
    operator: withCalls(await web.signIn(operatorKey)),
    /** Moves the rewards clock. */
    advance: (seconds: number): void => void (shiftMs += seconds * 1000),
  };
};

export type RewardsWeb = Awaited<ReturnType<typeof rewardsWeb>>;
