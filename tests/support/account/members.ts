import type { Member } from "../../../src/cloud/account/teams/member-list.ts";
import type { Notice } from "../../../resources/account/notices.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import type { Answer, Call } from "../server/api.ts";

export interface Wish {
  readonly type: "WALLET" | "EMAIL" | "LINK";
  readonly target?: string;
  readonly access?: readonly string[];
  readonly levels?: Readonly<Record<string, string>>;
  readonly note?: string;
}

const invitations = "/api/auth/cooperation/invitations";
const inTeam = (teamId: string | undefined): string => (teamId === undefined ? "" : `?teamId=${teamId}`);

/** Calls about teams and members, each with the caller's personal token. */
export const teamCallsOf = (call: Call) => ({
  teams: async (token: string): Promise<Team[]> =>
    ((await call("GET /api/auth/cooperation/teams", { token })).body.data as { items: Team[] }).items,
  members: async (token: string, teamId?: string, query = ""): Promise<{ items: Member[]; total: number }> =>
    (await call(`GET ${invitations}${inTeam(teamId) || "?"}${query}`, { token })).body.data,
  invite: (token: string, { access = ["HOSTING"], ...wish }: Wish, teamId?: string): Promise<Answer> =>
    call(`POST ${invitations}${inTeam(teamId)}`, { token, body: { invitation: { access, ...wish } } }),
  edit: (token: string, body: object, teamId?: string): Promise<Answer> =>
    call(`PUT /api/auth/cooperation/member${inTeam(teamId)}`, { token, body }),
  leave: (token: string, teamId: string): Promise<Answer> =>
    call("POST /api/auth/cooperation/exit", { token, body: { teamId } }),
  answer: (token: string, invitationId: string, accept: boolean): Promise<Answer> =>
    call(`POST ${invitations}/${invitationId}`, { token, body: { accept } }),
  redeem: (token: string, inviteCode: string): Promise<Answer> =>
    call("POST /api/auth/invitation/redeem", { token, body: { inviteCode } }),
  notices: async (token: string): Promise<Notice[]> => (await call("GET /api/auth/broadcast", { token })).body.data,
});

/** Returns the code in an invite link. */
export const codeIn = (link: string): string => new URL(link).searchParams.get("inviteCode")!;

/** Returns the answer's data; throws unless the call succeeded. */
export const dataOf = <T>({ status, text, body }: Answer): T => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.data;
};
