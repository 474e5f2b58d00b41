import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { answerInvitation, type Answered } from "./answer.ts";
import { editMember, type Change } from "./edit-member.ts";
import { nameOfInvited } from "./invitations.ts";
import { invite, type InviteParts, type Invited, type Wish } from "./invite.ts";
import type { TeamCaller } from "./manage.ts";
import type { MemberListener } from "./member-listeners.ts";
import { listMembers, type Member, type MemberQuery } from "./member-list.ts";
import { createTeam, membershipIn, membershipsOf, type TeamMembership } from "./memberships.ts";
import { tellNews, type News, type Telling } from "./news.ts";
import { peopleOfOwn, removeOwn, renameOwn } from "./own-team.ts";
import { offerAll, redeem, type Redeemed } from "./offers.ts";
import { inviterOf, personWithCode, personalCode } from "./personal-code.ts";
import { leaveTeam, type RemovalParts } from "./removal.ts";
import { signedIn, type SignedIn } from "./sign-in.ts";
import { createWelcomes, type Welcomes } from "./welcome.ts";

export { inviteLink } from "./codes.ts";
export type { TeamMembership } from "./memberships.ts";
export type { MemberListener } from "./member-listeners.ts";
export type { News } from "./news.ts";

/** What changes who works in a team returns news: `tell` them once the change is committed. */
export interface Teams extends Welcomes {
  /** Makes a person's own (INDIVIDUAL) team. */
  create(trx: Trx, owner: { readonly id: string; readonly username: string }): Promise<string>;
  /** All teams a person works in, the own one first. */
  membershipsOf(db: Db, personId: string): Promise<TeamMembership[]>;
  /** A person's membership in a team, or in the own one when none is named. */
  membership(db: Db, personId: string, teamId?: string): Promise<TeamMembership | undefined>;
  /** The own team bears the person's name. */
  renameOwn(trx: Trx, ownerId: string, name: string): Promise<void>;
  /** Everybody who works in a person's own team, the owner too. */
  peopleOfOwn(db: Db, ownerId: string): Promise<string[]>;
  /** Deletes a person's own team with all that belongs to it alone. What is another service's must be gone already. */
  removeOwn(trx: Trx, ownerId: string): Promise<void>;
  /** `linkOrigin`: where invite links lead, for those who may see them. */
  members(
    db: Db,
    teamId: string,
    query: MemberQuery,
    linkOrigin: string | undefined,
  ): Promise<{ items: Member[]; total: number }>;
  invite(trx: Trx, caller: TeamCaller, wish: Wish, origin: string): Promise<Invited>;
  edit(trx: Trx, caller: TeamCaller, change: Change): Promise<News>;
  /** A member by name, or to whom an invitation goes. */
  nameOfInvited(db: Db, teamId: string, invitationId: string | undefined): Promise<string>;
  leave(trx: Trx, personId: string, teamId: string): Promise<News>;
  answer(trx: Trx, personId: string, invitationId: string, accept: boolean): Promise<Answered>;
  redeem(trx: Trx, personId: string, inviteCode: string): Promise<Redeemed>;
  /** The person's own code for invite links. */
  codeOf(db: Db, personId: string): Promise<string>;
  /** Whose code it is, as people type it; undefined when it is nobody's. */
  personWithCode(db: Db, code: string): Promise<string | undefined>;
  /** Who invited a person when they first signed in. */
  inviterOf(db: Db, personId: string): Promise<string | undefined>;
  signedIn(trx: Trx, person: SignedIn): Promise<News>;
  /** Shows the person what was sent to that address, in lower case. */
  emailConfirmed(trx: Trx, personId: string, email: string): Promise<News>;
  /** The same for a further wallet of the person; its address is checksummed. */
  walletLinked(trx: Trx, personId: string, address: string): Promise<News>;
  /** Told of everyone who joins, leaves or is removed. */
  onMember(listener: MemberListener): void;
  tell(news: News): void;
}

type Parts = InviteParts & RemovalParts & Telling;

/** Teams, who works in them, and who is invited. */
export const createTeams = ({ db }: Pick<Database, "db">, given: Omit<Parts, "memberChanged">): Teams => {
  const listeners: MemberListener[] = [];
  const memberChanged: MemberListener = async (trx, member) => {
    for (const listener of listeners) await listener(trx, member);
  };
  const parts: Parts = { ...given, memberChanged };
  return {
    ...createWelcomes(db),
    create: createTeam,
    membershipsOf,
    membership: membershipIn,
    renameOwn,
    peopleOfOwn,
    removeOwn,
    members: listMembers,
    invite: (trx, caller, wish, origin) => invite(parts, trx, caller, wish, origin),
    nameOfInvited,
    edit: (trx, caller, change) => editMember(parts, trx, caller, change),
    leave: (trx, personId, teamId) => leaveTeam(parts, trx, personId, teamId),
    answer: (trx, personId, invitationId, accept) => answerInvitation(parts, trx, personId, invitationId, accept),
    redeem: (trx, personId, inviteCode) => redeem(parts, trx, personId, inviteCode),
    codeOf: personalCode,
    personWithCode,
    inviterOf,
    signedIn: (trx, person) => signedIn(parts, trx, person),
    emailConfirmed: (trx, personId, email) => offerAll(parts, trx, personId, [{ type: "EMAIL", target: email }]),
    walletLinked: (trx, personId, address) => offerAll(parts, trx, personId, [{ type: "WALLET", target: address }]),
    tell: (news) => tellNews(parts, news),
    onMember: (listener) => void listeners.push(listener),
  };
};
