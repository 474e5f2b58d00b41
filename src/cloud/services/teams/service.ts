import { randomUUID } from "node:crypto";
import type { Membership } from "../../../../resources/abilities.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { peopleOfOwn, renameOwn } from "./own-team.ts";

export interface TeamMembership extends Membership {
  readonly teamId: string;
  readonly teamName: string;
  readonly ownerId: string;
  readonly tokenVersion: number;
  /** The owner's picture; null while there is none. */
  readonly avatarId: string | null;
}

/** Called with a team's id once its owner has signed in for the first time. Must bear being called again. */
export type FirstSignInListener = (teamId: string) => Promise<void>;

export interface Teams {
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
  onFirstSignIn(listener: FirstSignInListener): void;
  /** Runs the listeners for a person's own team unless they have all run before. */
  welcome(personId: string): Promise<void>;
}

/** Teams and who works in them. */
export const createTeams = ({ db }: Pick<Database, "db">): Teams => {
  const listeners: FirstSignInListener[] = [];
  const welcoming = new Map<string, Promise<void>>();
  return {
    create,
    renameOwn,
    peopleOfOwn,
    membershipsOf: (reader, personId) =>
      memberships(reader, personId).orderBy("membership.type", "desc").orderBy("membership.created_at").execute(),
    membership: (reader, personId, teamId) => {
      const query = memberships(reader, personId);
      const one = teamId ? query.where("team.id", "=", teamId) : query.where("membership.type", "=", "INDIVIDUAL");
      return one.executeTakeFirst();
    },
    onFirstSignIn: (listener) => void listeners.push(listener),
    welcome: (personId) => {
      // Two tabs that sign in at once are welcomed once.
      const running = welcoming.get(personId);
      if (running) return running;
      const started = welcome(db, personId, listeners).finally(() => welcoming.delete(personId));
      welcoming.set(personId, started);
      return started;
    },
  };
};

const create: Teams["create"] = async (trx, owner) => {
  const id = randomUUID();
  await trx.insertInto("team").values({ id, name: owner.username, owner_id: owner.id, welcomed_at: null }).execute();
  await trx.insertInto("membership").values({ team_id: id, person_id: owner.id, type: "INDIVIDUAL" }).execute();
  return id;
};

const memberships = (db: Db, personId: string) =>
  db
    .selectFrom("membership")
    .innerJoin("team", "team.id", "membership.team_id")
    .innerJoin("person as owner", "owner.id", "team.owner_id")
    .select([
      "team.id as teamId",
      "team.name as teamName",
      "team.owner_id as ownerId",
      "owner.avatar_id as avatarId",
      "membership.type",
      "membership.status",
      "membership.access",
      "membership.levels",
      "membership.token_version as tokenVersion",
    ])
    .where("membership.person_id", "=", personId);

/** A start that dies between sign-in and welcome is made good at the next sign-in. */
const welcome = async (db: Db, personId: string, listeners: readonly FirstSignInListener[]): Promise<void> => {
  const team = await db
    .selectFrom("team")
    .innerJoin("membership", "membership.team_id", "team.id")
    .select("team.id")
    .where("membership.person_id", "=", personId)
    .where("membership.type", "=", "INDIVIDUAL")
    .where("team.welcomed_at", "is", null)
    .executeTakeFirst();
  if (!team) return;
  for (const listener of listeners) await listener(team.id);
  await db.updateTable("team").set({ welcomed_at: new Date() }).where("id", "=", team.id).execute();
};
