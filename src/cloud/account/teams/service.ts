import { sql } from "kysely";
import { AppError } from "../../kernel/app-error.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { type Answered, answerInvitation } from "./answer.ts";
import { newPersonalCode, userWithCode } from "./codes.ts";
import { type Change, editMember } from "./edit-member.ts";
import { targetsOf } from "./invitation-target.ts";
import { nameOfInvited } from "./invitations.ts";
import { type InvitationInput, invite, type Invited, type InviteDeps } from "./invite.ts";
import type { TeamCaller } from "./manage.ts";
import { listMembers } from "./member-list.ts";
import { createTeam, membershipIn, membershipsOf } from "./memberships.ts";
import { announceNews, type News, type NewsDeps } from "./news.ts";
import { lockTeamsOf, offerAll, type OfferDeps, offerOf, redeem, type Redeemed } from "./offers.ts";
import { leaveTeam, type RemovalDeps } from "./removal.ts";

/** Returns a user's personal code for invite links, created on first use. */
const personalCode = async (db: Db, personId: string): Promise<string> => {
  const { invite_code } = await db
    .updateTable("person")
    .set({ invite_code: sql<string>`coalesce(invite_code, ${newPersonalCode()})` })
    .where("id", "=", personId)
    .returning("invite_code")
    .executeTakeFirstOrThrow();
  return invite_code!;
};

/** Records the inviter of a new user, once, and never the user themselves. Unknown codes are ignored. */
const recordInviter = async (trx: Trx, personId: string, input: string): Promise<void> => {
  const inviter = await userWithCode(trx, input);
  if (inviter === undefined || inviter === personId) return;
  await trx
    .updateTable("person")
    .set({ invited_by: inviter })
    .where("id", "=", personId)
    .where("invited_by", "is", null)
    .execute();
};

/** Returns the inviter of a user's first sign-in. */
const inviterOf = async (db: Db, personId: string): Promise<string | undefined> => {
  const user = await db.selectFrom("person").select("invited_by").where("id", "=", personId).executeTakeFirst();
  return user?.invited_by ?? undefined;
};

interface WelcomeDeps {
  /** Called with a team's id once its owner has signed in for the first time; again after a failure. */
  firstSignIn(teamId: string): Promise<void>;
}

const createWelcomes = (db: Db, deps: WelcomeDeps) => {
  const welcoming = new Map<string, Promise<void>>();
  return {
    /** Tells of the first sign-in of a user's own team, unless that has succeeded before. */
    welcome: (personId: string): Promise<void> => {
      // Two tabs that sign in at once run them once.
      const running = welcoming.get(personId);
      if (running) return running;
      const started = welcome(db, deps, personId).finally(() => welcoming.delete(personId));
      welcoming.set(personId, started);
      return started;
    },
  };
};

/** If the process stops between sign-in and welcome, the next sign-in repeats it. */
const welcome = async (db: Db, { firstSignIn }: WelcomeDeps, personId: string): Promise<void> => {
  const team = await db
    .selectFrom("team")
    .innerJoin("membership", "membership.team_id", "team.id")
    .select("team.id")
    .where("membership.person_id", "=", personId)
    .where("membership.type", "=", "INDIVIDUAL")
    .where("team.welcomed_at", "is", null)
    .executeTakeFirst();
  if (!team) return;
  await firstSignIn(team.id);
  await db.updateTable("team").set({ welcomed_at: new Date() }).where("id", "=", team.id).execute();
};

interface SignedIn {
  readonly personId: string;
  /** First sign-in. */
  readonly isNew: boolean;
  readonly inviteCode?: string | undefined;
}

/** Shows pending invitations at sign-in, and redeems the code of an invite link. Invalid codes are ignored. */
const signedIn = async (deps: OfferDeps, trx: Trx, { personId, isNew, inviteCode }: SignedIn): Promise<News> => {
  const targets = await targetsOf(trx, personId);
  await lockTeamsOf(trx, targets, inviteCode);
  if (isNew && inviteCode !== undefined) await recordInviter(trx, personId, inviteCode);
  const redeemed = inviteCode === undefined ? {} : await redeemQuietly(deps, trx, personId, inviteCode);
  const offered = await offerAll(deps, trx, personId, targets);
  return { ...offered, ...redeemed };
};

const redeemQuietly = async (deps: OfferDeps, trx: Trx, personId: string, code: string): Promise<News> => {
  try {
    return (await redeem(deps, trx, personId, code)).news;
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
};

/** A user's own team follows the user's name until it gets another. */
const renameOwn = async (trx: Trx, ownerId: string, name: string): Promise<void> => {
  await trx.updateTable("team").set({ name }).where("owner_id", "=", ownerId).where("own_name", "=", false).execute();
};

/** Returns the name that a team has been given; empty while it follows its owner's. */
const ownNameOf = async (db: Db, teamId: string): Promise<string> => {
  const { name, own_name: isNamed } = await db
    .selectFrom("team")
    .select(["name", "own_name"])
    .where("id", "=", teamId)
    .executeTakeFirstOrThrow();
  return isNamed ? name : "";
};

/** Names a team, or with an empty name after its owner. */
const rename = async (trx: Trx, teamId: string, name: string): Promise<News> => {
  const { username } = await trx
    .selectFrom("team")
    .innerJoin("person", "person.id", "team.owner_id")
    .select("person.username")
    .where("team.id", "=", teamId)
    .executeTakeFirstOrThrow();
  const named = { name: name || username, own_name: name !== "" };
  await trx.updateTable("team").set(named).where("id", "=", teamId).execute();
  const members = await trx.selectFrom("membership").select("person_id").where("team_id", "=", teamId).execute();
  return { teamId, changed: members.map(({ person_id }) => person_id) };
};

/** Returns all members of a user's own team, including the owner. */
const usersOfOwnTeam = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("membership")
    .innerJoin("team", "team.id", "membership.team_id")
    .select("membership.person_id as personId")
    .where("team.owner_id", "=", ownerId)
    .execute();
  return rows.map(({ personId }) => personId);
};

const removeOwn = async (trx: Trx, ownerId: string): Promise<void> => {
  await trx.deleteFrom("team").where("owner_id", "=", ownerId).execute();
};

export { inviteLink } from "./codes.ts";
export type { TeamMembership } from "./memberships.ts";
export type { News } from "./news.ts";

/** Membership changes return news: `tell` them after the commit. */
export type Teams = ReturnType<typeof createTeams>;

type Deps = InviteDeps & RemovalDeps & NewsDeps & WelcomeDeps;

/** Creates the teams service: teams, members and invitations. */
export const createTeams = ({ db }: Pick<Database, "db">, deps: Deps) => {
  return {
    ...createWelcomes(db, deps),
    /** Creates a user's own (INDIVIDUAL) team. */
    create: createTeam,
    /** All teams of a user, their own first. */
    membershipsOf,
    /** A user's membership in a team, or in their own team by default. */
    membership: membershipIn,
    ownNameOf,
    rename,
    /** Renames the own team with the user, unless it has another name. */
    renameOwn,
    /** All members of a user's own team, including the owner. */
    usersOfOwnTeam,
    /** Deletes a user's own team and its data. Other services' data must already be deleted. */
    removeOwn,
    /** `linkOrigin`: origin of invite links, for members who may see them. */
    members: listMembers,
    invite: (trx: Trx, caller: TeamCaller, input: InvitationInput, origin: string): Promise<Invited> =>
      invite(deps, trx, caller, input, origin),
    /** Returns a member's name, or an invitation's recipient. */
    nameOfInvited,
    edit: (trx: Trx, caller: TeamCaller, change: Change): Promise<News> => editMember(deps, trx, caller, change),
    leave: (trx: Trx, personId: string, teamId: string): Promise<News> => leaveTeam(deps, trx, personId, teamId),
    answer: (trx: Trx, personId: string, invitationId: string, accept: boolean): Promise<Answered> =>
      answerInvitation(deps, trx, personId, invitationId, accept),
    redeem: (trx: Trx, personId: string, inviteCode: string): Promise<Redeemed> =>
      redeem(deps, trx, personId, inviteCode),
    /** Returns what an invite link offers to any visitor. */
    offerOf,
    /** Returns the user's personal code for invite links. */
    codeOf: personalCode,
    /** Returns the user of a code as entered; undefined if unknown. */
    userWithCode,
    /** Returns the inviter of a user's first sign-in. */
    inviterOf,
    signedIn: (trx: Trx, user: SignedIn): Promise<News> => signedIn(deps, trx, user),
    /** Shows the user the invitations to that address, in lowercase. */
    emailConfirmed: (trx: Trx, personId: string, email: string): Promise<News> =>
      offerAll(deps, trx, personId, [{ type: "EMAIL", target: email }]),
    /** Shows the invitations to another wallet of the user; its address is checksummed. */
    walletLinked: (trx: Trx, personId: string, address: string): Promise<News> =>
      offerAll(deps, trx, personId, [{ type: "WALLET", target: address }]),
    announce: (news: News): void => announceNews(deps, news),
  };
};
