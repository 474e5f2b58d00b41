import type { Generated } from "kysely";
import type { DerivedAction, OperationAction } from "../../../../resources/account/operation-actions.ts";
import type { OperationRole, OperationVia } from "../../../../resources/account/operation-log.ts";

export interface OperationLogTable {
  id: Generated<bigint>;
  team_id: string;
  /** null for unknown users: a deploy hook, a push at another host. */
  person_id: string | null;
  /** The user's role in the team at that time. */
  role: OperationRole | null;
  via: OperationVia;
  action: OperationAction | DerivedAction;
  /** Display name of the target. */
  target: string;
  details: Readonly<Record<string, unknown>>;
  ip: string;
  at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    operation_log: OperationLogTable;
  }
}
