import { teams as listTeams } from "../../../../resources/account/teams/teams.ts";
import {
  answerInvitation,
  editMember,
  inviteCode,
  inviteMember,
  leaveTeam,
  redeemInvite,
} from "../../../../resources/account/teams/member-calls.ts";
import { invitationOffer } from "../../../../resources/account/teams/invitation-offer.ts";
import { editTeamName, teamName } from "../../../../resources/account/teams/team-name.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { AppError } from "../../kernel/app-error.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { route, type Context, type Route } from "../../kernel/calls/route.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Change } from "./edit-member.ts";
import type { TeamCaller } from "./manage.ts";
import type { Teams } from "./service.ts";

/** Issues a team token for the session of a request. */
export type TeamTokens = (request: {
  readonly authorization: string | undefined;
  readonly teamId: string;
  readonly tokenVersion: number;
}) => Promise<string>;

type Changing = Pick<Context, "afterCommit" | "logged"> & { readonly db: Trx; readonly caller: TeamCaller };

/** A user's teams, and the members resource with its calls. */
export const teamRoutes = (
  teams: Teams,
  { issueTeamToken, publicUrl }: { readonly issueTeamToken: TeamTokens; readonly publicUrl: string | undefined },
): Route[] => {
  const linkOrigin = (origin: string): string => (publicUrl === undefined ? origin : new URL(publicUrl).origin);
  const edit = async ({ db, caller, afterCommit, logged }: Changing, change: Change): Promise<null> => {
    logged({ target: await teams.nameOfInvited(db, caller.teamId, change.invitationId) });
    const news = await teams.edit(db, caller, change);
    afterCommit(() => teams.announce(news));
    return null;
  };
  const setStatus = (status: Change["status"]) => (context: Changing & { readonly params: { invitationId: string } }) =>
    edit(context, { invitationId: context.params.invitationId, status });
  return [
    route(listTeams, async ({ caller, db, headers }) => {
      const memberships = await teams.membershipsOf(db, caller.userId);
      const items = memberships.map(async ({ teamId, access, levels = {}, tokenVersion, ...team }) => ({
        teamId,
        teamName: team.teamName,
        teamAvatar: team.teamAvatar,
        type: team.type,
        status: team.status,
        access: [...access],
        levels,
        token: await issueTeamToken({ authorization: headers.authorization, teamId, tokenVersion }),
      }));
      return { items: await Promise.all(items) };
    }),
    route(teamName, async ({ db, caller }) => ({ name: await teams.ownNameOf(db, caller.teamId) })),
    route(editTeamName, async ({ db, caller, body, afterCommit, logged }) => {
      logged({ target: body.name });
      const news = await teams.rename(db, caller.teamId, body.name);
      afterCommit(() => teams.announce(news));
      return null;
    }),
    ...resourceRoutes(
      members,
      {
        list: ({ db, caller, query, origin }) => {
          const mayInvite = caller.ability.can("create", members.name);
          return teams.members(db, caller.teamId, query, mayInvite ? linkOrigin(origin) : undefined);
        },
      },
      {
        setAccess: (context) => edit(context, { ...context.body, invitationId: context.params.invitationId }),
        disable: setStatus("DISABLE"),
        enable: setStatus("ENABLE"),
        remove: setStatus("REMOVE"),
        cancel: setStatus("REMOVE"),
        dismiss: setStatus("REMOVE"),
      },
    ),
    route(inviteMember, async ({ db, caller, body, origin, afterCommit, logged }) => {
      const { target } = body.invitation;
      logged(target ? { target } : { action: "OAUTH_INVITE_BY_LINK", target: "" });
      const { news, ...invited } = await teams.invite(db, caller, body.invitation, linkOrigin(origin));
      afterCommit(() => teams.announce(news));
      return invited;
    }),
    route(editMember, (context) => edit(context, context.body)),
    route(leaveTeam, async ({ db, caller, body, afterCommit, logged }) => {
      if (!isUuid(body.teamId)) throw new AppError("NOT_FOUND");
      const news = await teams.leave(db, caller.userId, body.teamId);
      logged({ teamId: body.teamId });
      afterCommit(() => teams.announce(news));
      return null;
    }),
    route(answerInvitation, async ({ db, caller, params, body, afterCommit, logged }) => {
      const { team, news } = await teams.answer(db, caller.userId, params.id, body.accept);
      // Logged in the inviting team; a repeated acceptance has already joined.
      const action = body.accept ? "OAUTH_JOIN_TEAM" : "OAUTH_DECLINE_INVITATION";
      logged(news.teamId !== undefined && { teamId: news.teamId, action, target: "" });
      afterCommit(() => teams.announce(news));
      return { team };
    }),
    route(redeemInvite, async ({ db, caller, body, afterCommit }) => {
      const { invitationId, news } = await teams.redeem(db, caller.userId, body.inviteCode);
      afterCommit(() => teams.announce(news));
      return { invitationId };
    }),
    route(invitationOffer, ({ db, params }) => teams.offerOf(db, params.code)),
    route(inviteCode, async ({ db, caller }) => ({ code: await teams.codeOf(db, caller.userId) })),
  ];
};
