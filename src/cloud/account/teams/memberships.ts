import type { Grant } from "../../../../resources/account/teams/grants.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Membership } from "../../../../resources/declare/abilities.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { avatarUrl } from "../images.ts";

export interface TeamMembership extends Membership {
  readonly teamId: string;
  readonly teamName: string;
  readonly ownerId: string;
  /** The team shows the owner's avatar. */
  readonly teamAvatar: string;
  readonly tokenVersion: number;
}

export interface LockedTeam {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
}

/** Creates a user's own (INDIVIDUAL) team. */
export const createTeam = async (
  trx: Trx,
  owner: { readonly id: string; readonly username: string },
): Promise<string> => {
  const id = randomUUID();
  await trx.insertInto("team").values({ id, name: owner.username, owner_id: owner.id, welcomed_at: null }).execute();
  await trx.insertInto("membership").values({ team_id: id, person_id: owner.id, type: "INDIVIDUAL" }).execute();
  return id;
};

/** Returns the own team first, then joined teams in the order of joining. */
export const membershipsOf = async (db: Db, personId: string): Promise<TeamMembership[]> => {
  const rows = await memberships(db, personId)
    .orderBy("membership.type", "desc")
    .orderBy("membership.created_at")
    .orderBy("team.id")
    .execute();
  return rows.map(present);
};

/** Returns a user's membership in a team, by default in their own team. */
export const membershipIn = async (db: Db, personId: string, teamId?: string): Promise<TeamMembership | undefined> => {
  const query = memberships(db, personId);
  const one = teamId ? query.where("team.id", "=", teamId) : query.where("membership.type", "=", "INDIVIDUAL");
  const row = await one.executeTakeFirst();
  return row && present(row);
};

/** Locks the team's row, which serializes membership changes. undefined: no such team. */
export const lockTeam = (trx: Trx, teamId: string): Promise<LockedTeam | undefined> =>
  trx
    .selectFrom("team")
    .select(["id", "name", "owner_id as ownerId"])
    .where("id", "=", teamId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Adds a member. Returns whether the user was not yet a member. */
export const addMember = async (
  trx: Trx,
  teamId: string,
  personId: string,
  { access, levels }: Grant,
): Promise<boolean> => {
  const added = await trx
    .insertInto("membership")
    .values({
      team_id: teamId,
      person_id: personId,
      type: "COLLABORATION",
      access: [...access],
      levels,
      token_version: sql<number>`nextval('membership_token_version')`,
    })
    .onConflict((conflict) => conflict.columns(["team_id", "person_id"]).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
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
      "owner.address as ownerAddress",
      "membership.type",
      "membership.status",
      "membership.access",
      "membership.levels",
      "membership.token_version as tokenVersion",
    ])
    .where("membership.person_id", "=", personId);

type Row = Awaited<ReturnType<ReturnType<typeof memberships>["execute"]>>[number];

const present = ({ avatarId, ownerAddress, ...membership }: Row): TeamMembership => ({
  ...membership,
  teamAvatar: avatarUrl(avatarId, ownerAddress ?? membership.teamId),
});
