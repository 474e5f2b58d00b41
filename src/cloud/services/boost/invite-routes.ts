import { sql } from "kysely";
import {
  inviteHistory,
  inviteInfo,
  inviteMilestoneCount,
  tgInviteInfo,
} from "../../../../resources/boost/node-calls.ts";
import { inviteMilestonePoints, inviteMilestones } from "../../../../resources/boost/limits.ts";
import type { PointKind } from "../../../../resources/boost/shapes.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Route } from "../route.ts";
import { secondsOf } from "../seconds-of.ts";
import { inviteLink } from "../teams/service.ts";
import { createBotLink } from "./bot-link.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "./exact.ts";
import type { NodeParts } from "./node-parts.ts";
import { nodeRoute, type NodeCaller } from "./node-route.ts";
import { offsetOf, paged } from "./paging.ts";

/** A node's invitations: its links, whom it has brought, and what that has come to. */
export const inviteRoutes = ({ teams, engines, clock }: NodeParts): Route[] => {
  const botLink = createBotLink(engines.bot);
  const counted = async (
    db: Db,
    { nodeId, userId }: NodeCaller,
    linkOf: (code: string) => string | Promise<string>,
  ) => {
    const [invited, inviteCode] = await Promise.all([countInvited(db, nodeId, clock()), teams.codeOf(db, userId)]);
    return { ...invited, inviteCode, link: await linkOf(inviteCode) };
  };
  return [
    nodeRoute(inviteInfo, ({ db, caller, origin }) => counted(db, caller, (code) => inviteLink(origin, code))),
    nodeRoute(tgInviteInfo, ({ db, caller, origin }) => counted(db, caller, (code) => botLink(origin, code))),
    nodeRoute(inviteHistory, async ({ db, caller: { nodeId }, query }) => {
      const [rows, { invited }] = await Promise.all([
        db
          .selectFrom("boost_node")
          .innerJoin("person", "person.id", "boost_node.person_id")
          .select(["boost_node.created_at", calledBy("person").as("address")])
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
          .offset(offsetOf(query))
          .limit(query.size)
          .execute(),
        countInvited(db, nodeId, clock()),
      ]);
      const content = rows.map(({ address, created_at: createdAt, points }) => ({
        address,
        createdAt: secondsOf(createdAt),
        points: sixDecimals(BigInt(points ?? 0)),
      }));
      return paged(content, invited, query);
    }),
    nodeRoute(inviteMilestoneCount, async ({ db, caller: { nodeId } }) => {
      const [{ invited }, claimed] = await Promise.all([
        countInvited(db, nodeId, clock()),
        db
          .selectFrom("boost_point")
          .select("kind")
          .where("node_id", "=", nodeId)
          .where("kind", "in", inviteMilestones.map(kindOf))
          .execute(),
      ]);
      const statusOf = (count: (typeof inviteMilestones)[number]): "UNDO" | "CLAIM" | "DONE" => {
        if (claimed.some(({ kind }) => kind === kindOf(count))) return "DONE";
        return invited >= count ? "CLAIM" : "UNDO";
      };
      return {
        count: invited,
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

/** In all, and since the UTC day began. */
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
