import type { Generated } from "kysely";
import type { OperationAction } from "../../../../resources/account/operation-actions.ts";
import type { OperationRole, OperationVia } from "../../../../resources/account/operation-log.ts";

export interface OperationLogTable {
  id: Generated<bigint>;
  team_id: string;
  /** null where nobody is known: a deploy hook, a push at another host. */
  person_id: string | null;
  /** What the person was in the team at that time. */
  role: OperationRole | null;
  via: OperationVia;
  action: OperationAction;
  /** What it was done to, as people call it. */
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
