import type { AccessCode } from "../../../resources/declare/access.ts";
import type { Levels } from "../../../resources/account/teams/levels.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import { callerOf } from "../server/api.ts";

interface TeamOptions {
  readonly access?: readonly AccessCode[];
  readonly levels?: Levels;
  readonly note?: string;
}

export interface JoinedTeam {
  readonly teamId: string;
  /** The owner's id of the membership. */
  readonly invitationId: string;
  /** Token with which the member acts for the team. */
  readonly teamToken: string;
}

/** Adds a user to another user's team over HTTP with an invite link; both are given by their personal access tokens. */
export const joinTeam = async (
  url: string,
  owner: string,
  member: string,
  { access = ["HOSTING"], levels = {}, note = "" }: TeamOptions = {},
): Promise<JoinedTeam> => {
  const call = callerOf(url);
  const made = async <T>(line: string, token: string, body?: unknown): Promise<T> => {
    const answer = await call(line, { token, ...(body !== undefined && { body }) });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const invitation = { type: "LINK", access, levels, note };
  const { link } = await made<{ link: string }>("POST /api/auth/cooperation/invitations", owner, { invitation });
  const inviteCode = new URL(link).searchParams.get("inviteCode");
  const { invitationId } = await made<{ invitationId: string }>("POST /api/auth/invitation/redeem", member, {
    inviteCode,
  });
  const { team } = await made<{ team: { teamId: string } }>(
    `POST /api/auth/cooperation/invitations/${invitationId}`,
    member,
    { accept: true },
  );
  const { items } = await made<{ items: Team[] }>("GET /api/auth/cooperation/teams", member);
  const joined = items.find(({ teamId }) => teamId === team.teamId)!;
  return { teamId: team.teamId, invitationId, teamToken: joined.token };
};
