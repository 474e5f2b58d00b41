import { sql } from "kysely";
import { operationRanges, type OperationFilters } from "../../../../resources/account/operation-log/operation-log.ts";
import { operationCountMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { containing, countOf } from "../../kernel/calls/list-query.ts";

export interface OperationQuery extends OperationFilters {
  /** Searched in the target. */
  readonly keyword?: string | undefined;
  /** Id of the entry that the page starts before. */
  readonly before?: string | undefined;
}

export type ListedOperation = Awaited<ReturnType<typeof readOperations>>[number];

/** A team's entries, newest first. */
export const readOperations = (db: Db, teamId: string, query: OperationQuery, size: number) =>
  matching(db, teamId, query)
    .leftJoin("person", "person.id", "operation_log.person_id")
    .selectAll("operation_log")
    .select(["person.username", "person.address"])
    .orderBy("operation_log.at", "desc")
    .orderBy("operation_log.id", "desc")
    .limit(size)
    .execute();

/** Total, up to the count limit. */
export const countOperations = async (db: Db, teamId: string, query: OperationQuery): Promise<number> => {
  const some = matching(db, teamId, query).select("operation_log.id").limit(operationCountMax).as("some");
  return countOf(db.selectFrom(some));
};

/** All users with an entry: skips from user to user in the index, so it doesn't read every entry. */
export const readUsers = async (
  db: Db,
  teamId: string,
): Promise<{ id: string; username: string | null; address: string | null }[]> => {
  const { rows } = await sql<{ id: string; username: string | null; address: string | null }>`
    with recursive seen as (
      select min(person_id::text)::uuid as id from (
        select person_id from operation_log where team_id = ${teamId} and person_id is not null order by person_id limit 1
      ) as first
      union all
      select (
        select person_id from operation_log
        where team_id = ${teamId} and person_id > seen.id order by person_id limit 1
      ) from seen where seen.id is not null
    )
    select seen.id, person.username, person.address
    from seen left join person on person.id = seen.id
    where seen.id is not null
    order by person.username
  `.execute(db);
  return rows;
};

const matching = (
  db: Db,
  teamId: string,
  { role, userId, family, object, keyword, before, ...query }: OperationQuery,
) => {
  const { from, to } = spanOf(query);
  return db
    .selectFrom("operation_log")
    .where("operation_log.team_id", "=", teamId)
    .$if(role !== "ALL", (rows) => rows.where("operation_log.role", "=", role as "OWNER" | "MEMBER"))
    .$if(userId !== undefined, (rows) => rows.where("operation_log.person_id", "=", userId!))
    .$if(family !== undefined, (rows) => rows.where(sql`split_part(operation_log.action, '_', 1)`, "=", family!))
    .$if(object !== undefined, (rows) => rows.where(sql<boolean>`operation_log.objects @> array[${object}]`))
    .$if(!!keyword, (rows) => rows.where("operation_log.target", "ilike", containing(keyword!)))
    .$if(from !== undefined, (rows) => rows.where("operation_log.at", ">=", from!))
    .$if(to !== undefined, (rows) => rows.where("operation_log.at", "<", to!))
    .$if(before !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(operation_log.at, operation_log.id) < (
          select cursor.at, cursor.id from operation_log as cursor where cursor.id = ${before} and cursor.team_id = ${teamId}
        )`,
      ),
    );
};

/** `to` is exclusive. */
const spanOf = ({ range, startAt, endAt }: Pick<OperationFilters, "range" | "startAt" | "endAt">) => {
  if (range) return { from: new Date(Date.now() - operationRanges[range] * 86_400_000), to: undefined };
  return {
    from: startAt === undefined ? undefined : new Date(startAt * 1000),
    to: endAt === undefined ? undefined : new Date((endAt + 1) * 1000),
  };
};
