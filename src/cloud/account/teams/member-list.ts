import { sql, type Expression, type SqlBool } from "kysely";
import { accessCodes, type AccessCode } from "../../../../resources/declare/access.ts";
import type { Levels } from "../../../../resources/account/teams/levels.ts";
import type { members } from "../../../../resources/account/teams/members.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import type { Db } from "../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";
import { avatarUrl } from "../images.ts";
import { inviteLink } from "./codes.ts";

export type Member = Row<typeof members>;

export interface MemberQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly status?: string | undefined;
}

/**
 * Returns a team's member list: the owner, then members and open invitations, newest first. `linkOrigin`: origin of
 * invite links, if the caller can see them.
 */
export const listMembers = async (
  db: Db,
  teamId: string,
  { keyword, status, ...page }: MemberQuery,
  linkOrigin: string | undefined,
): Promise<{ items: Member[]; total: number }> => {
  const matching = db
    .selectFrom(ownerOf(db, teamId).unionAll(invitedTo(db, teamId)).as("row"))
    .$if(!!status, (rows) => rows.where("status", "=", status!))
    .$if(!!keyword, (rows) => rows.where(named(keyword!)));
  const rows = await matching
    .selectAll()
    .orderBy("isOwner", "desc")
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .$call(onPage(page))
    .execute();
  return { items: rows.map((row) => present(row, linkOrigin)), total: await countOf(matching) };
};

interface ListedRow {
  /** The owner's row uses the team's id. */
  id: string;
  isOwner: boolean;
  personId: string | null;
  name: string;
  avatarSeed: string;
  avatarId: string | null;
  type: "WALLET" | "EMAIL" | "LINK";
  status: string;
  access: AccessCode[];
  levels: Levels;
  note: string;
  code: string;
  createdAt: Date;
}

const ownerOf = (db: Db, teamId: string) =>
  db
    .selectFrom("team")
    .innerJoin("person", "person.id", "team.owner_id")
    .select([
      "team.id",
      sql<boolean>`true`.as("isOwner"),
      sql<string | null>`person.id`.as("personId"),
      "person.username as name",
      sql<string>`coalesce(person.address, person.id::text)`.as("avatarSeed"),
      "person.avatar_id as avatarId",
      sql<ListedRow["type"]>`'WALLET'`.as("type"),
      sql<string>`'VALID'`.as("status"),
      sql<AccessCode[]>`${sql.val([...accessCodes])}::text[]`.as("access"),
      sql<Levels>`'{}'::jsonb`.as("levels"),
      sql<string>`''`.as("note"),
      sql<string>`''`.as("code"),
      "team.created_at as createdAt",
    ])
    .where("team.id", "=", teamId);

/** Returns the invitation's address or email, else the name of the user who used the link. */
const invitedTo = (db: Db, teamId: string) =>
  db
    .selectFrom("invitation")
    .leftJoin("person", "person.id", "invitation.person_id")
    .select([
      "invitation.id",
      sql<boolean>`false`.as("isOwner"),
      sql<string | null>`person.id`.as("personId"),
      sql<string>`coalesce(nullif(invitation.target, ''), person.username, '')`.as("name"),
      sql<string>`coalesce(person.address, nullif(invitation.target, ''), person.id::text, invitation.id::text)`.as(
        "avatarSeed",
      ),
      "person.avatar_id as avatarId",
      "invitation.type",
      sql<string>`invitation.status`.as("status"),
      "invitation.access",
      "invitation.levels",
      "invitation.note",
      sql<string>`case when invitation.status = 'PENDING' and (type <> 'LINK' or person.id is null) then code else '' end`.as(
        "code",
      ),
      "invitation.created_at as createdAt",
    ])
    .where("invitation.team_id", "=", teamId)
    .where(sql<SqlBool>`(invitation.status <> 'PENDING' or invitation.expires_at > now())`);

const named = (keyword: string): Expression<SqlBool> => {
  const anywhere = containing(keyword);
  return sql<SqlBool>`(name ilike ${anywhere} or note ilike ${anywhere})`;
};

const present = (row: ListedRow, linkOrigin: string | undefined): Member => ({
  invitationId: row.id,
  uid: uidOf(row),
  targetName: row.name,
  avatar: avatarUrl(row.avatarId, row.avatarSeed),
  type: row.type,
  role: row.isOwner ? "OWNER" : "MEMBER",
  status: row.status as Member["status"],
  access: row.access,
  levels: row.levels,
  note: row.note,
  ...(row.code !== "" && linkOrigin !== undefined && { link: inviteLink(linkOrigin, row.code) }),
  createdAt: Math.floor(row.createdAt.getTime() / 1000),
});

/** An open invitation has no user in the team yet. */
const uidOf = ({ personId, status }: ListedRow): string =>
  status === "VALID" || status === "DISABLED" ? (personId ?? "").replaceAll("-", "") : "";
