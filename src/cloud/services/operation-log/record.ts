import { sql } from "kysely";
import type { DerivedAction, OperationAction } from "../../../../resources/account/operation-actions.ts";
import type { OperationVia } from "../../../../resources/account/operation-log.ts";
import { operationTargetMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";

export interface Operation {
  readonly teamId: string;
  /** null for unknown users: a deploy hook, a push at another host. */
  readonly personId: string | null;
  readonly via: OperationVia;
  readonly action: OperationAction | DerivedAction;
  readonly target: string;
  /** No secrets: see details.ts. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Empty if unknown. */
  readonly ip: string;
}

/**
 * Records an entry, in the transaction of the work if there is one. Users other than the team's owner count as members.
 * Teams deleted by the work get no entry.
 */
export const recordOperation = async (db: Db, operation: Operation): Promise<void> => {
  const { teamId, personId, via, action, details, ip } = operation;
  const target = operation.target.slice(0, operationTargetMax).toWellFormed();
  await sql`
    insert into operation_log (team_id, person_id, role, via, action, target, details, ip)
    select id, ${personId}::uuid,
      case when ${personId}::uuid is null then null when owner_id = ${personId}::uuid then 'OWNER' else 'MEMBER' end,
      ${via}, ${action}, ${target}, ${JSON.stringify(details)}, ${ip}
    from team where id = ${teamId}
  `.execute(db);
};
