import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { answerInvitation, type Answered } from "./answer.ts";
import { editMember, type Change } from "./edit-member.ts";
import { nameOfInvited } from "./invitations.ts";
import { invite, type InviteDeps, type Invited, type InvitationInput } from "./invite.ts";
import type { TeamCaller } from "./manage.ts";
import type { MemberListener } from "./member-listeners.ts";
import { listMembers, type Member, type MemberQuery } from "./member-list.ts";
import { createTeam, membershipIn, membershipsOf, type TeamMembership } from "./memberships.ts";
import { announceNews, type News, type NewsDeps } from "./news.ts";
import { usersOfOwnTeam, removeOwn, renameOwn } from "./own-team.ts";
import { offerAll, redeem, type Redeemed } from "./offers.ts";
import { inviterOf, userWithCode, personalCode } from "./personal-code.ts";
import { leaveTeam, type RemovalDeps } from "./removal.ts";
import { signedIn, type SignedIn } from "./sign-in.ts";
import { createWelcomes, type Welcomes } from "./welcome.ts";

export { inviteLink } from "./codes.ts";
export type { TeamMembership } from "./memberships.ts";
export type { MemberListener } from "./member-listeners.ts";
export type { News } from "./news.ts";

/** Membership changes return news: `tell` them after the commit. */
export interface Teams extends Welcomes {
  /** Creates a user's own (INDIVIDUAL) team. */
  create(trx: Trx, owner: { readonly id: string; readonly username: string }): Promise<string>;
  /** All teams of a user, their own first. */
  membershipsOf(db: Db, personId: string): Promise<TeamMembership[]>;
  /** A user's membership in a team, or in their own team by default. */
  membership(db: Db, personId: string, teamId?: string): Promise<TeamMembership | undefined>;
  /** Renames the own team with the user. */
  renameOwn(trx: Trx, ownerId: string, name: string): Promise<void>;
  /** All members of a user's own team, including the owner. */
  usersOfOwnTeam(db: Db, ownerId: string): Promise<string[]>;
  /** Deletes a user's own team and its data. Other services' data must already be deleted. */
  removeOwn(trx: Trx, ownerId: string): Promise<void>;
  /** `linkOrigin`: origin of invite links, for members who may see them. */
  members(
    db: Db,
    teamId: string,
    query: MemberQuery,
    linkOrigin: string | undefined,
  ): Promise<{ items: Member[]; total: number }>;
  invite(trx: Trx, caller: TeamCaller, input: InvitationInput, origin: string): Promise<Invited>;
  edit(trx: Trx, caller: TeamCaller, change: Change): Promise<News>;
  /** Returns a member's name, or an invitation's recipient. */
  nameOfInvited(db: Db, teamId: string, invitationId: string | undefined): Promise<string>;
  leave(trx: Trx, personId: string, teamId: string): Promise<News>;
  answer(trx: Trx, personId: string, invitationId: string, accept: boolean): Promise<Answered>;
  redeem(trx: Trx, personId: string, inviteCode: string): Promise<Redeemed>;
  /** Returns the user's personal code for invite links. */
  codeOf(db: Db, personId: string): Promise<string>;
  /** Returns the user of a code as entered; undefined if unknown. */
  userWithCode(db: Db, code: string): Promise<string | undefined>;
  /** Returns the inviter of a user's first sign-in. */
  inviterOf(db: Db, personId: string): Promise<string | undefined>;
  signedIn(trx: Trx, user: SignedIn): Promise<News>;
  /** Shows the user the invitations to that address, in lowercase. */
  emailConfirmed(trx: Trx, personId: string, email: string): Promise<News>;
  /** Shows the invitations to another wallet of the user; its address is checksummed. */
  walletLinked(trx: Trx, personId: string, address: string): Promise<News>;
  /** Registers a listener for members who join, leave or are removed. */
  onMember(listener: MemberListener): void;
  announce(news: News): void;
}

type Deps = InviteDeps & RemovalDeps & NewsDeps;

/** Creates the teams service: teams, members and invitations. */
export const createTeams = ({ db }: Pick<Database, "db">, options: Omit<Deps, "memberChanged">): Teams => {
  const listeners: MemberListener[] = [];
  const memberChanged: MemberListener = async (trx, member) => {
    for (const listener of listeners) await listener(trx, member);
  };
  const deps: Deps = { ...options, memberChanged };
  return {
    ...createWelcomes(db),
    create: createTeam,
    membershipsOf,
    membership: membershipIn,
    renameOwn,
    usersOfOwnTeam,
    removeOwn,
    members: listMembers,
    invite: (trx, caller, input, origin) => invite(deps, trx, caller, input, origin),
    nameOfInvited,
    edit: (trx, caller, change) => editMember(deps, trx, caller, change),
    leave: (trx, personId, teamId) => leaveTeam(deps, trx, personId, teamId),
    answer: (trx, personId, invitationId, accept) => answerInvitation(deps, trx, personId, invitationId, accept),
    redeem: (trx, personId, inviteCode) => redeem(deps, trx, personId, inviteCode),
    codeOf: personalCode,
    userWithCode,
    inviterOf,
    signedIn: (trx, user) => signedIn(deps, trx, user),
    emailConfirmed: (trx, personId, email) => offerAll(deps, trx, personId, [{ type: "EMAIL", target: email }]),
    walletLinked: (trx, personId, address) => offerAll(deps, trx, personId, [{ type: "WALLET", target: address }]),
    announce: (news) => announceNews(deps, news),
    onMember: (listener) => void listeners.push(listener),
  };
};
