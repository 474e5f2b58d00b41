/** Display names of the items that used a resource. */
import { sql } from "kysely";
import type { SubjectKind } from "../../../../resources/billing/records.ts";
import type { Db } from "../../engines/database/database.ts";
import { isUuid } from "../uuid.ts";

export interface Subject {
  readonly kind: SubjectKind;
  readonly title: string;
}

/** By id; unknown ids count as deleted, and an empty id is the whole team. */
export const subjectsOf = async (db: Db, teamId: string, ids: readonly string[]): Promise<(id: string) => Subject> => {
  const { rows } = await sql<{ id: string; kind: SubjectKind; title: string }>`
    with asked as (select id::uuid from unnest(${ids.filter(isUuid)}::text[]) as asked (id))
    select id::text, 'PROJECT' as kind, name as title from project join asked using (id) where team_id = ${teamId}
    union all select id::text, 'BUCKET', name from bucket join asked using (id) where team_id = ${teamId}
    union all select id::text, 'GATEWAY', name from gateway join asked using (id) where team_id = ${teamId}
    union all select id::text, 'ROLLUP', name from rollup join asked using (id) where team_id = ${teamId}
    union all select id::text, 'RPC_KEY', name from rpc_key join asked using (id) where team_id = ${teamId}
    union all select id::text, 'AI_KEY', name from ai_key join asked using (id) where team_id = ${teamId}
  `.execute(db);
  const byId = new Map(rows.map(({ id, kind, title }) => [id, { kind, title }]));
  return (id) => byId.get(id) ?? (id === "" ? wholeTeam : deleted);
};

const wholeTeam: Subject = { kind: "TEAM", title: "Entire team" };
const deleted: Subject = { kind: "DELETED", title: "Deleted items" };
