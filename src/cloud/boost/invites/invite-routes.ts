import { sql } from "kysely";
import {
  inviteHistory,
  inviteInfo,
  inviteMilestoneCount,
  tgInviteInfo,
} from "../../../../resources/boost/nodes/node-calls.ts";
import { invitation } from "../../../../resources/boost/nodes/invitation-call.ts";
import { boostInvite, inviteMilestonePoints, inviteMilestones } from "../../../../resources/boost/limits.ts";
import type { PointKind } from "../../../../resources/boost/shapes.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { inviteLink } from "../../account/teams/service.ts";
import { calledBy } from "../called-by.ts";
import { sixDecimals } from "../micro-amounts.ts";
import type { NodeDeps } from "../nodes/node-deps.ts";
import { nodeRoute, type NodeCaller } from "../nodes/node-route.ts";
import { offsetOf, paged } from "../paging.ts";
import type { BotEngine } from "../../engines/bot/bot.ts";

/** A node's invitations: links, invitees and earnings. */
export const inviteRoutes = ({ teams, engines, clock, invitees }: NodeDeps): Route[] => {
  const botLink = createBotLink(engines.bot);
  const invitesOf = async (
    db: Db,
    { nodeId, userId }: NodeCaller,
    linkOf: (code: string) => string | Promise<string>,
  ) => {
    const at = clock();
    const [invited, counted, inviteCode] = await Promise.all([
      countInvited(db, nodeId, at),
      invitees.count(db, nodeId, at),
      teams.codeOf(db, userId),
    ]);
    return { ...invited, counted, inviteCode, link: await linkOf(inviteCode) };
  };
  return [
    route(invitation, async ({ db, params }) => {
      const personId = await teams.userWithCode(db, params.code);
      const inviter = await db
        .selectFrom("boost_node")
        .innerJoin("person", "person.id", "boost_node.person_id")
        .select(calledBy("person").as("name"))
        .where("person_id", "=", personId ?? null)
        .executeTakeFirst();
      return inviter ? { inviter: inviter.name, rate: boostInvite.rate, hours: boostInvite.seconds / 3600 } : null;
    }),
    nodeRoute(inviteInfo, ({ db, caller, origin }) => invitesOf(db, caller, (code) => inviteLink(origin, code))),
    nodeRoute(tgInviteInfo, ({ db, caller, origin }) => invitesOf(db, caller, (code) => botLink(origin, code))),
    nodeRoute(inviteHistory, async ({ db, caller: { nodeId }, query }) => {
      await invitees.count(db, nodeId, clock());
      const [rows, { invited }] = await Promise.all([
        db
          .selectFrom("boost_node")
          .innerJoin("person", "person.id", "boost_node.person_id")
          .select(["boost_node.created_at", "counted_at", "collect_days", calledBy("person").as("address")])
          .select((invitee) =>
            invitee
              .selectFrom("boost_point")
              .select(sql<string>`coalesce(sum(amount), 0)::text`.as("points"))
              .where("boost_point.node_id", "=", nodeId)
              .where("kind", "=", "invite")
              .whereRef("explorer_id", "=", "boost_node.id")
              .as("points"),
          )
          .where("inviter_id", "=", nodeId)
          .orderBy("boost_node.created_at", "desc")
          .orderBy("boost_node.id")
          .offset(offsetOf(query))
          .limit(query.size)
          .execute(),
        countInvited(db, nodeId, clock()),
      ]);
      const content = rows.map(({ address, created_at: createdAt, counted_at: countedAt, collect_days, points }) => ({
        address,
        createdAt: secondsOf(createdAt),
        counted: countedAt !== null,
        collectDays: collect_days,
        points: sixDecimals(BigInt(points ?? 0)),
      }));
      return paged(content, invited, query);
    }),
    nodeRoute(inviteMilestoneCount, async ({ db, caller: { nodeId } }) => {
      const [counted, claimed] = await Promise.all([
        invitees.count(db, nodeId, clock()),
        db
          .selectFrom("boost_point")
          .select("kind")
          .where("node_id", "=", nodeId)
          .where("kind", "in", inviteMilestones.map(kindOf))
          .execute(),
      ]);
      const statusOf = (count: (typeof inviteMilestones)[number]): "UNDO" | "CLAIM" | "DONE" => {
        if (claimed.some(({ kind }) => kind === kindOf(count))) return "DONE";
        return counted >= count ? "CLAIM" : "UNDO";
      };
      return {
        count: counted,
        milestones: inviteMilestones.map((count) => ({
          count,
          points: inviteMilestonePoints[count],
          status: statusOf(count),
        })),
      };
    }),
  ];
};

const kindOf = (count: (typeof inviteMilestones)[number]): PointKind => `invite_milestones_${count}`;

/** In total, and since the UTC day started. */
const countInvited = (
  db: Db,
  nodeId: string,
  at: number,
): Promise<{ readonly invited: number; readonly daily: number }> => {
  const today = new Date((at - (at % 86_400)) * 1000);
  return db
    .selectFrom("boost_node")
    .select([
      sql<number>`count(*)::int`.as("invited"),
      sql<number>`(count(*) filter (where created_at >= ${today}))::int`.as("daily"),
    ])
    .where("inviter_id", "=", nodeId)
    .executeTakeFirstOrThrow();
};

/**
 * The link of a messaging-app invitation: opens a chat with the bot and passes the code on start. The fake bot can't be opened there, so
 * its link goes to the emulator page. The function throws BOT_UNREACHABLE.
 */
const createBotLink = (bot: Pick<BotEngine, "api" | "embedded">) => {
  let username: Promise<string> | undefined;

  const nameOf = async (): Promise<string> => (await (await bot.api()).getMe()).username;

  return async (origin: string, code: string): Promise<string> => {
    if (bot.embedded) return `${origin}/dev/emulator?start=${code}`;
    username ??= nameOf();
    try {
      return `https://t.me/${await username}?start=${code}`;
    } catch {
      username = undefined;
      throw new AppError("BOT_UNREACHABLE");
    }
  };
};
